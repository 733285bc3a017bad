import type { Bus, Payments } from "@token-sentiment/bus";
import type { Log, Metrics } from "@token-sentiment/runtime";
import type { Admission } from "../admission.ts";
import type { Chain } from "./chain.ts";
import type { Facilitator } from "./facilitator.ts";
import type { PaymentMeters } from "./meters.ts";
import type { Rpc } from "./rpc.ts";
import type { PaymentTerms } from "./terms.ts";
import type { WebhookTargets } from "../webhooks/webhook-targets.ts";

/** What taking payments needs. */
export interface PaidContext {
  bus: Bus;
  /** Broker time, epoch ms. */
  clock: { now(): number };
  pepper: string;
  admission: Admission;
  webhooks: WebhookTargets;
  log: Log;
  metrics: Metrics;
  terms: PaymentTerms;
  payments: Payments;
  facilitator: Facilitator;
  /** By CAIP-2 id: those of the terms. */
  chains: ReadonlyMap<string, { rpc: Rpc; chain: Chain }>;
  meters: PaymentMeters;
  /** Names this process in leases. */
  self: string;
  /** How long it may work on a payment before another one takes it up, ms. Longer than the slowest settling. */
  leaseMs: number;
  /** How long a request waits for another one that works on the same payment, ms. */
  patienceMs: number;
}
