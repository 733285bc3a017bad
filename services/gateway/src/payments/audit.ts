import type { Payments } from "@token-sentiment/bus";
import type { PaymentRecord } from "@token-sentiment/contract";
import { type Difference, firstBlockAt, readBlock, readIncome, readPaid, reconcile } from "@token-sentiment/evm/income";
import type { Log, Metrics } from "@token-sentiment/runtime";
import type { Rpc } from "./rpc.ts";
import type { PaymentTerms } from "./terms.ts";

/** What auditing needs. */
export interface AuditOptions {
  payments: Payments;
  /** Broker time, epoch ms. */
  clock: { now(): number };
  terms: PaymentTerms;
  /** By CAIP-2 id: those of the terms. */
  chains: ReadonlyMap<string, { rpc: Rpc }>;
  log: Log;
  metrics: Metrics;
}

/** Holds what the chains moved to what was recorded, again and again. Every gateway may: nothing is written. */
export interface Audit extends AsyncDisposable {
  /** Looks now; rejects when records or a chain cannot be read. */
  run(): Promise<void>;
}

const EVERY_MS = 10 * 60_000;
/** How far back a look reaches: each payment is in a dozen. */
const WINDOW_MS = 2 * 60 * 60_000;
/** What is younger may still be on its way. */
const SETTLED_MS = 10 * 60_000;

/** Records of a network that say they were settled in a time, by when they were last written. */
async function* settledIn(
  payments: Payments,
  { network, since, until }: { network: string; since: number; until: number },
): AsyncGenerator<PaymentRecord> {
  for (let from: number | Date | undefined = new Date(since); from !== undefined;) {
    const page = await payments.page(from);
    for (const { payment } of page.payments) {
      const { settled_at = 0 } = payment;
      if (payment.network === network && settled_at >= since && settled_at < until) yield payment;
    }
    from = page.next;
  }
}

/** The last two hours of one network, but for the last ten minutes. */
async function auditNetwork({ network, asset, payTo }: PaymentTerms["accepts"][number], options: AuditOptions): Promise<Difference[]> {
  const { payments, clock, chains } = options;
  const ask = chains.get(network)?.rpc;
  if (!ask) return [];
  const now = clock.now();
  const [since, until] = [now - WINDOW_MS, now - SETTLED_MS];
  const head = await readBlock(ask);
  const from = await firstBlockAt(ask, Math.floor(since / 1000), head);
  const to = (await firstBlockAt(ask, Math.floor(until / 1000), head)) - 1;
  const { differences } = await reconcile({
    network,
    asset,
    income: await readIncome(ask, { asset, pay_to: payTo }, { from, to }),
    settled: settledIn(payments, { network, since, until }),
    recordOf: async (key) => (await payments.get(key))?.payment,
    paidBy: (record) => readPaid(ask, record, { from: record.since_block, to: head.number }),
    now,
  });
  return differences;
}

/** Starts auditing: first after ten minutes, then every ten. */
export function startAudit(options: AuditOptions): Audit {
  const { terms, clock, log, metrics } = options;
  const parted = metrics.gauge("tsa_gateway_payments_parted", "Payments of the last two hours of which chain and records part.");
  const checked = metrics.gauge(
    "tsa_gateway_payments_checked_timestamp_seconds",
    "When chain and records were last held to each other, epoch time; at first when the gateway started.",
  );
  checked.set(clock.now() / 1000);

  const run = async (): Promise<void> => {
    const found = (await Promise.all(terms.accepts.map((offer) => auditNetwork(offer, options)))).flat();
    for (const { kind, network, payer, nonce, on_chain } of found)
      log.error({ kind, network, payer, nonce, tx: on_chain?.tx }, "chain and records part: npm run ledger tells more");
    parted.set(found.length);
    checked.set(clock.now() / 1000);
  };
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = run().catch((error: unknown) => log.warn({ err: error }, "cannot hold chain and records to each other, trying again"));
  }, EVERY_MS);
  timer.unref();
  return {
    run,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await running;
    },
  };
}
