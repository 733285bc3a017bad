import {
  appendAttempt,
  type Bus,
  type Delivery,
  DropError,
  HandBackError,
  type LoggedAttempt,
  readAttempts,
  readWebhook,
} from "@token-sentiment/bus";
import { WebhookAgain, type WebhookAttempt, WebhookDue, webhookSubjects, webhookUrl } from "@token-sentiment/contract";
import type { Log, SealingSecret } from "@token-sentiment/runtime";
import type { NotifierMetrics } from "./metrics.ts";
import { nextWaitMs } from "./schedule.ts";
import { type Message, send, type SendOptions, type Sent } from "./send.ts";
import { signedHeaders } from "./signature.ts";
import type { Targets } from "./targets.ts";

/** What delivering needs. */
export interface Room {
  bus: Bus;
  log: Log;
  metrics: NotifierMetrics;
  secret: SealingSecret;
  targets: Targets;
  sending: SendOptions;
  /** Plain http, any port and addresses too: of a sandbox. */
  anywhere: boolean;
  /** Epoch ms. */
  now: () => number;
  /** Numbers in [0, 1). */
  chance: () => number;
  /** How long the broker holds what is to wait `ms` of `now`. */
  brokerMs: (ms: number) => number;
}

/** What a delivery asks to be told. @throws DropError when it cannot be read, or is gone. */
async function dueOf({ bus }: Room, { fact }: Delivery): Promise<WebhookDue> {
  const again = WebhookAgain.safeParse(fact.value).data;
  const isAgain = again !== undefined && fact.subject === webhookSubjects.again(again.job_id);
  const due = isAgain ? await readWebhook(bus, again.job_id) : WebhookDue.safeParse(fact.value).data;
  if (isAgain && !due) throw new DropError("a webhook that is to be told again has expired");
  if (!due || (!isAgain && fact.subject !== webhookSubjects.due(due.job_id))) throw new DropError("a webhook that cannot be read");
  return due;
}

/** Where it goes: what does not open was not sealed by a gateway of ours for this caller. @throws DropError. */
function urlOf({ secret, anywhere }: Room, { target, caller }: WebhookDue): string {
  const opened = secret.open(target, caller);
  if (opened === undefined) throw new DropError("a webhook whose target was not sealed with this secret");
  const checked = webhookUrl(opened, { anywhere });
  if ("problem" in checked) throw new DropError("a webhook whose target may not be called");
  return checked.url;
}

const isOver = ({ outcome }: WebhookAttempt): boolean => outcome === "delivered" || outcome === "gone";

/** Hands a delivery back until `until`. */
const later = ({ now, brokerMs }: Room, until: number, why: string): HandBackError =>
  new HandBackError(why, { afterMs: brokerMs(Math.max(1, until - now())) });

/** What is posted, the same bytes at every attempt. */
const messageOf = ({ secret }: Room, { due, url, at }: { due: WebhookDue; url: string; at: number }): Message => {
  const { id, type, settled_at, target, data } = due;
  const body = JSON.stringify({ type, timestamp: new Date(settled_at).toISOString(), data });
  return { url, body, headers: signedHeaders(secret, target, { id, at, body }) };
};

/** One attempt as it is written down: with the next one, unless it was the last. */
function attemptOf(
  { now, chance }: Room,
  due: WebhookDue,
  { sent, at, order, attempt }: { sent: Sent; at: number } & Pick<WebhookAttempt, "order" | "attempt">,
): WebhookAttempt {
  const { outcome, status, askedMs } = sent;
  // A clock that was set back since tells nothing of how long it took.
  const elapsed_ms = Math.max(0, now() - at);
  const made = { id: due.id, job_id: due.job_id, order, attempt, at, elapsed_ms, outcome };
  const wait = isOver({ ...made }) ? undefined : nextWaitMs({ attempt, askedMs, chance: chance() });
  return { ...made, ...(status !== undefined && { status }), ...(wait !== undefined && { next_at: now() + wait }) };
}

/**
 * Works one order: makes the attempt whose turn it is, or hands it back until then. What was tried is read from the log, not from the
 * broker's count of deliveries, so that neither a restart nor a redelivery before its time makes one attempt more or less.
 * @throws HandBackError while there is more to come, DropError for what can never be told.
 */
export async function deliver(room: Room, delivery: Delivery): Promise<void> {
  const { bus, log, metrics, targets, now } = room;
  if (webhookSubjects.isOldLog(delivery.fact.subject)) return;
  const due = await dueOf(room, delivery);
  const url = urlOf(room, due);
  const order = delivery.fact.seq;
  const known = (await readAttempts(bus, due.job_id)).filter(({ id }) => id === due.id);
  // Told since, by this order or by another.
  if (known.some((one) => one.seq > order && isOver(one))) return;
  const mine: LoggedAttempt[] = known.filter((one) => one.order === order);
  const last = mine.at(-1);
  if (last && last.next_at === undefined) return;
  if (last?.next_at !== undefined && last.next_at > now()) throw later(room, last.next_at, "its next attempt is later");

  const { host } = new URL(url);
  const place = targets.take(host, due.caller);
  if ("afterMs" in place) {
    metrics.postponed();
    throw later(room, now() + place.afterMs, "others of its receiver or caller are being called");
  }
  try {
    const at = now();
    const sent = await send(messageOf(room, { due, url, at }), room.sending);
    const attempt = attemptOf(room, due, { sent, at, order, attempt: (last?.attempt ?? 0) + 1 });
    await appendAttempt(bus, attempt);
    const { outcome, elapsed_ms, next_at } = attempt;
    metrics.attempted(outcome, elapsed_ms / 1000);
    log.info(
      { job_id: due.job_id, outcome, attempt: attempt.attempt, ...(sent.status !== undefined && { status: sent.status }) },
      "called",
    );
    if (next_at !== undefined) throw later(room, next_at, "it is to be tried again");
    metrics.ended(outcome === "delivered" || outcome === "gone" ? outcome : "given_up");
  } finally {
    place.leave();
  }
}
