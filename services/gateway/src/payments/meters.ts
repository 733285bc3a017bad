import type { Metrics } from "@token-sentiment/runtime";
import type { Refusal } from "./refusal.ts";

/** What a gateway counts of payments. */
export interface PaymentMeters {
  /** Found good, before anything moves. */
  verified(): void;
  refused(reason: Refusal): void;
  /** Known to have moved, `amount` millionths of a dollar; once a payment, over all gateways. */
  settled(amount: string): void;
  /** Answered without knowing whether the money moved. */
  unsettled(): void;
  rerun(): void;
  /** Taken up again after whoever worked on it was gone. */
  reconciled(): void;
}

/** Opens the counters; `open` tells how many payments this gateway knows that are not closed, and for how many seconds it has known the oldest. */
export function createPaymentMeters(metrics: Metrics, open: () => { count: number; oldest: number }): PaymentMeters {
  const verified = metrics.counter("tsa_gateway_payments_verified_total", "Payments found good, before settling.");
  const refused = metrics.counter("tsa_gateway_payments_refused_total", "Payments refused, by reason.", { labels: ["reason"] });
  const settled = metrics.counter("tsa_gateway_payments_settled_total", "Payments whose money moved.");
  const revenue = metrics.counter("tsa_gateway_payments_revenue_usd_total", "What settled payments brought, in US dollars.");
  const unsettled = metrics.counter("tsa_gateway_payments_unsettled_total", "Answers that could not tell whether the money moved.");
  const reruns = metrics.counter("tsa_gateway_payments_reruns_total", "Free reruns of paid jobs that failed.");
  const reconciled = metrics.counter("tsa_gateway_payments_reconciled_total", "Payments taken up again after their gateway was gone.");
  metrics.gauge("tsa_gateway_payments_open", "Payments that are reserved or settled, and whose job is not published.", {
    collect() {
      this.set(open().count);
    },
  });
  metrics.gauge("tsa_gateway_payments_oldest_open_seconds", "How long this gateway has known of the oldest of them.", {
    collect() {
      this.set(open().oldest);
    },
  });
  return {
    verified: () => verified.inc(),
    refused: (reason) => refused.inc({ reason }),
    settled(amount) {
      settled.inc();
      revenue.inc(Number(amount) / 1e6);
    },
    unsettled: () => unsettled.inc(),
    rerun: () => reruns.inc(),
    reconciled: () => reconciled.inc(),
  };
}
