import type { StoredMsg } from "@nats-io/jetstream";
import { TimeoutError } from "@nats-io/transport-node";
import { isNotFound } from "./broker-error.ts";
import type { Bus } from "./bus.ts";
import { fromDirect, type Stored } from "./stored.ts";

/** The client itself waits for the first message only. */
const LIMIT_MS = 5000;

type Callback = (done: { err?: Error } | null, message: StoredMsg) => void;

/**
 * The messages of one direct batch read, from any replica. By callback: the client's iterator leaves its subscription behind on
 * every read (@nats-io/jetstream 3.4.0). Rejects with what the client throws.
 */
async function directBatch(start: (callback: Callback) => Promise<unknown>): Promise<Stored[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Stored[]>();
  const timer = setTimeout(() => reject(new TimeoutError()), LIMIT_MS);
  const found: Stored[] = [];
  try {
    await start((done, message) => {
      if (!done) found.push(fromDirect(message));
      else if (done.err) reject(done.err);
      else resolve(found);
    });
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

/** The last message of every subject under `filter`. */
export const lastMessages = (bus: Bus, stream: string, filter: string): Promise<Stored[]> =>
  directBatch((callback) => bus.jsm.direct.getLastMessagesFor(stream, { multi_last: [filter], callback }));

/** Which messages of a stream: those on `subject`, from sequence `seq` (1 when omitted) or from the time `since` on, at most `batch`. */
interface Wanted {
  subject: string;
  batch: number;
  seq?: number;
  since?: Date;
}

/** The messages on a subject, oldest first; none is an empty list. */
export async function messagesOf(bus: Bus, stream: string, { subject, batch, seq = 1, since }: Wanted): Promise<Stored[]> {
  const start = since ? { start_time: since } : { seq };
  try {
    return await directBatch((callback) => bus.jsm.direct.getBatch(stream, { ...start, next_by_subj: subject, batch, callback }));
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}
