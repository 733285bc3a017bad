import type { Alert } from "./alert.ts";

/** Of payments: when money and records part, and when nobody would notice. */
export const paymentAlerts: readonly Alert[] = [
  {
    name: "PaymentsPart",
    expr: "max_over_time(max(tsa_gateway_payments_parted)[1d:10m]) > 0",
    severity: "ticket",
    summary: "Money on chain and the records of payments part.",
    fires: { at: "1h", series: { tsa_gateway_payments_parted: "0x9 1x9 0x100" } },
    silent: { tsa_gateway_payments_parted: "0x100" },
  },
  {
    name: "PaymentsUnchecked",
    expr: "time() - max(tsa_gateway_payments_checked_timestamp_seconds) > 3600",
    for: "5m",
    severity: "ticket",
    summary: "For an hour no gateway could hold the records of payments to the chain.",
    fires: { at: "70m", series: { tsa_gateway_payments_checked_timestamp_seconds: "0x100" } },
    silent: { tsa_gateway_payments_checked_timestamp_seconds: "0+60x100" },
  },
  {
    name: "PaymentsOpen",
    expr: "max(tsa_gateway_payments_oldest_open_seconds) > 900",
    for: "5m",
    severity: "page",
    summary: "A payment has been open for a quarter of an hour: somebody may have paid for a job that does not run.",
    fires: { at: "25m", series: { tsa_gateway_payments_oldest_open_seconds: "0+60x100" } },
    silent: { tsa_gateway_payments_oldest_open_seconds: "120x100" },
  },
];
