import { randomUUID } from "node:crypto";
import { type Bus, queueWebhook } from "@token-sentiment/bus";
import { durables, streams, type WebhookDue } from "@token-sentiment/contract";
import { createLog, createMetrics, sealingSecret } from "@token-sentiment/runtime";
import { chance, type TestBroker } from "@token-sentiment/testing";
import { type NotifierRoom, startNotifier } from "../src/index.ts";

/** Of gateways and notifiers of these tests. */
export const SECRET = "a webhook secret of at least thirty-two bytes";
export const secret = sealingSecret(SECRET, "webhooks");

/** What `standardwebhooks` is given to verify. */
export const whsec = ({ target }: Pick<WebhookDue, "target">): string => `whsec_${secret.derive(target).toString("base64")}`;

/** A notifier in this process. */
export interface TestNotifier extends AsyncDisposable {
  metrics(): Promise<string>;
}

/** Starts one that may reach loopback. */
export async function startTestNotifier(broker: TestBroker, more: Partial<NotifierRoom> = {}): Promise<TestNotifier> {
  const metrics = createMetrics();
  const log = createLog("silent", { service: "notifier", version: "0", instance: "test" });
  const bus = await broker.open("notifier");
  const notifier = await startNotifier({ bus, log, metrics, secret, allowPrivate: true, chance: chance(7), ...more });
  return { metrics: () => metrics.text(), [Symbol.asyncDispose]: () => notifier[Symbol.asyncDispose]() };
}

/** Queues the end of a job, as a gateway does. */
export async function queue(gateway: Bus, url: string, more: Partial<WebhookDue> = {}): Promise<WebhookDue> {
  const job_id = more.job_id ?? randomUUID();
  const data = { job_id, status: "failed", error: "the analysis engines timed out" };
  const about = { id: `msg_${job_id}`, job_id, type: "analysis.failed", settled_at: 1_800_000_000_000, caller: "key:acme", data } as const;
  const due = { ...about, target: secret.seal(url, "key:acme"), ...more };
  await queueWebhook(gateway, due);
  return due;
}

/** What the notifier has not ended: waiting, or in its hands. */
export async function unended({ jsm }: Bus): Promise<number> {
  const { num_pending, num_ack_pending } = await jsm.consumers.info(streams.webhooks, durables.notifier);
  return num_pending + num_ack_pending;
}

const SECOND_NS = 1_000_000_000;

/** Has a broker take what is held for lost after a second without a word: its notifiers must have opened it before, for it is not as they want it. */
export async function hurry(broker: TestBroker): Promise<void> {
  const { jsm } = await broker.open("provisioner");
  await jsm.consumers.update(streams.webhooks, durables.notifier, { ack_wait: SECOND_NS });
}

/** A clock of which `factor` ms pass in one of the machine's, and how long its waits are there. */
export function quickClock(factor: number): Pick<Required<NotifierRoom>, "now" | "brokerMs"> {
  const began = Date.now();
  return { now: () => Math.round(began + (Date.now() - began) * factor), brokerMs: (ms) => ms / factor };
}
