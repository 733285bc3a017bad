import { setTimeout as delay } from "node:timers/promises";
import { type Msg, nanos } from "@nats-io/transport-node";
import type { Bus } from "./bus.ts";
import { DropError, HandBackError } from "./errors.ts";
import { type Pull, pull, PullEndedError } from "./pull.ts";
import { deliveryInfo, fromDelivery, type Stored } from "./stored.ts";

/** What to work, and how much of it at once. */
export interface ConsumeOptions {
  stream: string;
  durable: string;
  /** Deliveries held at once; nothing beyond it is taken. Infinity leaves the limit to the consumer's `max_ack_pending`. */
  concurrency: number;
  /** How often the broker is told that a held delivery is still being worked: well under the consumer's `ack_wait`. */
  beatMs: number;
  /** How long disposing waits for handlers before it hands their deliveries back. */
  graceMs: number;
  /** True when nobody waits for an acknowledgement: it is sent along with the next message, and costs no write of its own. */
  ackAlong?: boolean;
}

/** One delivery of a message. */
export interface Delivery {
  fact: Stored;
  /** 1 on the first delivery. */
  attempt: number;
}

interface Held {
  /** Where to answer for its newest delivery. */
  reply: string;
  done: Promise<void>;
}

/** What the broker is told of a delivery. */
const WORKING = "+WPI";
const DONE = "+ACK";
const HAND_BACK = "-NAK";
const handBack = (afterMs: number): string => (afterMs > 0 ? `${HAND_BACK} {"delay": ${nanos(Math.ceil(afterMs))}}` : HAND_BACK);
/** Never again, with the reason: the broker tells it on, and the stream of poison keeps it. */
const never = (reason: string): string => `+TERM ${reason.replaceAll(/\p{Cc}+/gu, " ").slice(0, REASON_MAX)}`;
const REASON_MAX = 240;

const STOP_LIMIT_MS = 2000;
const PULL_MAX = 500;

/**
 * Works a durable consumer: one handler call a delivery, beats for all that are held, an acknowledgement when the handler returns.
 * A handler that throws `DropError` ends its message for good, `HandBackError` gives it to another worker; any other error is a bug: logged, and the broker delivers again.
 * A redelivery of a message that is still held only replaces its handle. Disposing stops pulling, waits, then hands the rest back.
 */
export async function consume(bus: Bus, options: ConsumeOptions, handle: (delivery: Delivery) => Promise<void>): Promise<AsyncDisposable> {
  const held = new Map<number, Held>();
  const stop = new AbortController();
  let pulling: Pull | undefined;
  let freed = Promise.withResolvers<void>();

  const take = (message: Msg): void => {
    const { reply = "" } = message;
    if (stop.signal.aborted) return bus.wire.send(reply, HAND_BACK);
    const info = deliveryInfo(reply);
    const again = held.get(info.seq);
    if (again) {
      again.reply = reply;
      return;
    }
    const entry: Held = { reply, done: Promise.resolve() };
    held.set(info.seq, entry);
    const delivery = { fact: fromDelivery(message, info), attempt: info.attempt };
    entry.done = work({ bus, consumer: options.durable }, delivery, handle).then((told) => {
      if (!held.delete(info.seq)) return;
      if (told === DONE && options.ackAlong && !stop.signal.aborted) bus.wire.sendAlong(entry.reply, told);
      else if (told !== undefined) bus.wire.send(entry.reply, told);
      freed.resolve();
    });
  };

  const loop = async () => {
    let said = "";
    while (!stop.signal.aborted) {
      const free = options.concurrency - held.size;
      if (free <= 0) {
        freed = Promise.withResolvers<void>();
        if (held.size >= options.concurrency) await freed.promise;
        continue;
      }
      try {
        pulling = pull(bus, { stream: options.stream, durable: options.durable, max: Math.min(free, PULL_MAX), take });
        await pulling.done;
        said = "";
      } catch (error) {
        if (stop.signal.aborted) break;
        if (error instanceof PullEndedError && error.expired) continue;
        const reason = bus.lastProblem() ?? (error instanceof Error ? error.message : String(error));
        if (reason !== said) bus.log.warn({ err: error, durable: options.durable, reason }, "cannot pull, trying again");
        said = reason;
        await delay(500, undefined, { signal: stop.signal }).catch(() => undefined);
      }
    }
  };

  // The broker has forgotten the pull of a lost connection, or would deliver to it what this worker has no room for.
  const reconnects = bus.onReconnect(() => pulling?.stop());
  const beating = setInterval(() => {
    for (const { reply } of held.values()) bus.wire.send(reply, WORKING);
  }, options.beatMs);
  const looping = loop();

  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      reconnects[Symbol.dispose]();
      const drained = pulling?.drain().catch(() => undefined);
      freed.resolve();
      await Promise.race([Promise.all([looping, drained]), delay(STOP_LIMIT_MS, undefined, { ref: false })]);
      await Promise.race([Promise.all([...held.values()].map(({ done }) => done)), delay(options.graceMs, undefined, { ref: false })]);
      clearInterval(beating);
      for (const { reply } of held.values()) bus.wire.send(reply, HAND_BACK);
      held.clear();
    },
  };
}

/** What the broker is to be told after a delivery was worked; undefined = nothing, it delivers again. */
async function work(
  { bus, consumer }: { bus: Bus; consumer: string },
  delivery: Delivery,
  handle: (delivery: Delivery) => Promise<void>,
): Promise<string | undefined> {
  const { fact } = delivery;
  try {
    if (fact.forged) throw new DropError("a forged fact: a stored direct-get reply");
    await bus.tracing.process({ subject: fact.subject, consumer }, fact.headers, () => handle(delivery));
    return DONE;
  } catch (error) {
    if (error instanceof HandBackError) return handBack(error.afterMs);
    const drop = error instanceof DropError;
    bus.count(drop ? "dropped" : "handler_failed");
    bus.log.error(
      { err: error, subject: fact.subject, seq: fact.seq },
      drop ? "dropped a message" : "a handler failed, the broker will deliver again",
    );
    return drop ? never(error.message) : undefined;
  }
}
