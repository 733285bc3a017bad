import { createInbox, type Msg, nanos } from "@nats-io/transport-node";
import type { Bus } from "./bus.ts";

/** Why a pull has ended without having brought all that was asked for. */
export class PullEndedError extends Error {
  /** True when that is the way of things: its time was over. */
  readonly expired: boolean;
  constructor(status: string, expired: boolean) {
    super(status);
    this.name = "PullEndedError";
    this.expired = expired;
  }
}

/** One pull of a durable consumer. */
export interface Pull {
  /** Resolves when all that was asked for has come; rejects with a PullEndedError. */
  done: Promise<void>;
  /** Takes nothing more. */
  stop(): void;
  /** Asks for nothing more, and resolves when all that the broker had sent by then was taken. */
  drain(): Promise<void>;
}

/** What to pull. */
export interface PullOptions {
  stream: string;
  durable: string;
  /** So many messages at most. */
  max: number;
  take: (message: Msg) => void;
}

const EXPIRES_MS = 10_000;
const HEARTBEAT_MS = 2000;
/** A beat is late when two of them are missing. */
const SILENT_MS = 2 * HEARTBEAT_MS;
const REQUEST_TIMEOUT = 408;
const NO_RESPONDERS = 503;
const HEARTBEAT = 100;

/**
 * Asks the broker for at most `max` messages within 10 s and hands over each as it comes. One subscription a pull: what is stopped takes
 * nothing more, whatever the broker still remembers of it.
 */
export function pull(bus: Bus, { stream, durable, max, take }: PullOptions): Pull {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  const inbox = createInbox(`_INBOX_${bus.role}`);
  let left = max;
  let heardAt = performance.now();
  const isSilent = (): boolean => performance.now() - heardAt > SILENT_MS;
  const silent = setInterval(() => {
    // A process that stood still itself has not read yet what came meanwhile.
    if (isSilent()) setImmediate(() => isSilent() && end(new PullEndedError("heartbeats missed", false)));
  }, HEARTBEAT_MS);
  const subscription = bus.nc.subscribe(inbox, {
    callback(error, message) {
      if (error) return end(error);
      heardAt = performance.now();
      const code = message.subject === inbox ? message.headers?.code : undefined;
      if (code === HEARTBEAT) return;
      if (code === NO_RESPONDERS) return end(new PullEndedError(`the consumer ${durable} is gone, or nobody leads it`, false));
      if (code !== undefined) return end(new PullEndedError(`${code} ${message.headers?.description}`, code === REQUEST_TIMEOUT));
      take(message);
      if (--left === 0) end();
    },
  });
  function end(error?: Error): void {
    clearInterval(silent);
    subscription.unsubscribe();
    if (error) reject(error);
    else resolve();
  }
  const wanted = { batch: max, expires: nanos(EXPIRES_MS), idle_heartbeat: nanos(HEARTBEAT_MS) };
  bus.wire.send(`${bus.api}.CONSUMER.MSG.NEXT.${stream}.${durable}`, JSON.stringify(wanted), { reply: inbox });
  return {
    done,
    stop: () => end(),
    async drain() {
      await subscription.drain();
      end();
    },
  };
}
