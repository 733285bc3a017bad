import { historySubjects, streams } from "@token-sentiment/contract";
import type { StoredMsg } from "@nats-io/jetstream";
import { TimeoutError } from "@nats-io/transport-node";
import { brokerError, isNotFound } from "./broker-error.ts";
import type { Bus } from "./bus.ts";
import { messageHeaders } from "./message-headers.ts";
import { fromDirect, type Stored } from "./stored.ts";
import { HISTORY_PER_TOKEN } from "./topology.ts";

/** A token in HISTORY: its chain, and a hash of its address. */
export interface HistoryOf {
  chain: string;
  token: string;
}

const LIMIT_MS = 5000;

/** Appends a value, once per `id` within a day. Throws like `writeFact`. */
export async function appendHistory(bus: Bus, { chain, token }: HistoryOf, { id, value }: { id: string; value: object }): Promise<void> {
  try {
    await bus.js.publish(historySubjects.of(chain, token), JSON.stringify(value), { msgID: id, headers: messageHeaders(bus, {}) });
  } catch (error) {
    throw brokerError(error, bus.role, "append to the history");
  }
}

/** What is kept of a token, oldest first, from any replica. Throws like `writeFact`. */
export async function readHistory(bus: Bus, { chain, token }: HistoryOf): Promise<Stored[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Stored[]>();
  const timer = setTimeout(() => reject(new TimeoutError()), LIMIT_MS);
  const found: Stored[] = [];
  // By callback: the client's iterator leaves its subscription behind on every read (@nats-io/jetstream 3.4.0).
  const callback = (done: { err?: Error } | null, message: StoredMsg): void => {
    if (!done) found.push(fromDirect(message));
    else if (done.err) reject(done.err);
    else resolve(found);
  };
  try {
    const wanted = { seq: 1, next_by_subj: historySubjects.of(chain, token), batch: HISTORY_PER_TOKEN, callback };
    await bus.jsm.direct.getBatch(streams.history, wanted);
    return (await promise).filter(({ forged }) => !forged);
  } catch (error) {
    if (isNotFound(error)) return [];
    throw brokerError(error, bus.role, "read the history");
  } finally {
    clearTimeout(timer);
  }
}
