import type { StoredMsg } from "@nats-io/jetstream";
import { TimeoutError } from "@nats-io/transport-node";
import type { Bus } from "./bus.ts";
import { fromDirect, type Stored } from "./stored.ts";

/** The client itself waits for the first message only. */
const LIMIT_MS = 5000;

/**
 * The last message of every subject under `filter`, from any replica. By callback: the client's iterator leaves its subscription
 * behind on every read (@nats-io/jetstream 3.4.0). Rejects with what the client throws.
 */
export async function lastMessages(bus: Bus, stream: string, filter: string): Promise<Stored[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Stored[]>();
  const timer = setTimeout(() => reject(new TimeoutError()), LIMIT_MS);
  const found: Stored[] = [];
  const callback = (done: { err?: Error } | null, message: StoredMsg): void => {
    if (!done) found.push(fromDirect(message));
    else if (done.err) reject(done.err);
    else resolve(found);
  };
  try {
    await bus.jsm.direct.getLastMessagesFor(stream, { multi_last: [filter], callback });
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
