import { setTimeout as delay } from "node:timers/promises";
import type { Consumer, ConsumerMessages, JsMsg } from "@nats-io/jetstream";
import type { Bus } from "./bus.ts";
import { DropError, HandBackError } from "./errors.ts";
import { fromDelivery, type Stored } from "./stored.ts";

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
}

/** One delivery of a message. */
export interface Delivery {
  fact: Stored;
  /** 1 on the first delivery. */
  attempt: number;
}

interface Held {
  message: JsMsg;
  done: Promise<void>;
}

const PULL_EXPIRES_MS = 10_000;
const HEARTBEAT_MS = 2000;
const PULL_MAX = 500;

/**
 * Works a durable consumer: one handler call a delivery, beats for all that are held, an acknowledgement when the handler returns.
 * A handler that throws `DropError` ends its message for good, `HandBackError` gives it to another worker; any other error is a bug: logged, and the broker delivers again.
 * A redelivery of a message that is still held only replaces its handle. Disposing stops pulling, waits, then hands the rest back.
 */
export async function consume(bus: Bus, options: ConsumeOptions, handle: (delivery: Delivery) => Promise<void>): Promise<AsyncDisposable> {
  const held = new Map<number, Held>();
  const stop = new AbortController();
  let pulling: ConsumerMessages | undefined;
  let freed = Promise.withResolvers<void>();

  const take = (message: JsMsg) => {
    const again = held.get(message.seq);
    if (again) {
      again.message = message;
      return;
    }
    const entry: Held = { message, done: Promise.resolve() };
    held.set(message.seq, entry);
    entry.done = work(bus, message, handle).then((end) => {
      if (!held.delete(message.seq)) return;
      if (end === "ack") entry.message.ack();
      if (end === "term") entry.message.term("cannot be worked");
      if (end === "nak") entry.message.nak();
      freed.resolve();
    });
  };

  const loop = async () => {
    let consumer: Consumer | undefined;
    let said = "";
    while (!stop.signal.aborted) {
      const free = options.concurrency - held.size;
      if (free <= 0) {
        freed = Promise.withResolvers<void>();
        if (held.size >= options.concurrency) await freed.promise;
        continue;
      }
      try {
        consumer ??= await bus.js.consumers.get(options.stream, options.durable);
        pulling = await consumer.fetch({ max_messages: Math.min(free, PULL_MAX), expires: PULL_EXPIRES_MS, idle_heartbeat: HEARTBEAT_MS });
        if (stop.signal.aborted) pulling.stop();
        for await (const message of pulling) take(message);
        said = "";
      } catch (error) {
        if (stop.signal.aborted) break;
        const reason = bus.lastProblem() ?? (error instanceof Error ? error.message : String(error));
        if (reason !== said) bus.log.warn({ err: error, durable: options.durable, reason }, "cannot pull, trying again");
        said = reason;
        consumer = undefined;
        await delay(500, undefined, { signal: stop.signal }).catch(() => undefined);
      }
    }
  };

  // The client pulls a running batch again in full: this worker has room only for what it does not hold.
  const reconnects = bus.onReconnect(() => pulling?.stop());
  const beating = setInterval(() => {
    for (const { message } of held.values()) message.working();
  }, options.beatMs);
  const looping = loop();

  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      reconnects[Symbol.dispose]();
      pulling?.stop();
      freed.resolve();
      await Promise.race([looping, delay(HEARTBEAT_MS, undefined, { ref: false })]);
      await Promise.race([Promise.all([...held.values()].map(({ done }) => done)), delay(options.graceMs, undefined, { ref: false })]);
      clearInterval(beating);
      for (const { message } of held.values()) message.nak();
      held.clear();
    },
  };
}

async function work(bus: Bus, message: JsMsg, handle: (delivery: Delivery) => Promise<void>): Promise<"ack" | "term" | "nak" | "leave"> {
  const fact = fromDelivery(message);
  try {
    if (fact.forged) throw new DropError("a forged fact: a stored direct-get reply");
    await bus.tracing.process(`process ${template(fact.subject)}`, fact.headers, () =>
      handle({ fact, attempt: message.info.deliveryCount }),
    );
    return "ack";
  } catch (error) {
    if (error instanceof HandBackError) return "nak";
    const drop = error instanceof DropError;
    bus.count(drop ? "dropped" : "handler_failed");
    bus.log.error(
      { err: error, subject: fact.subject, seq: fact.seq },
      drop ? "dropped a message" : "a handler failed, the broker will deliver again",
    );
    return drop ? "term" : "leave";
  }
}

/** The stream and the kind of a fact, never an id: the name of a span. */
const template = (subject: string): string => subject.split(".").slice(0, 2).join(".");
