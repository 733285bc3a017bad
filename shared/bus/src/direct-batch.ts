import { JetStreamError } from "@nats-io/jetstream";
import { createInbox, type Msg, TimeoutError } from "@nats-io/transport-node";
import { isNotFound } from "./broker-error.ts";
import type { Bus } from "./bus.ts";
import { fromDirectReply, type Stored } from "./stored.ts";

const LIMIT_MS = 5000;
const END_OF_BATCH = 204;

/**
 * The messages of one direct batch read, from any replica. Not by the client: it reads each message's headers, which throws in the loop that
 * reads the connection when a writer has sent a name or a value that it does not allow, and nothing is heard any more
 * (@nats-io/nats-core 3.4.0). @throws JetStreamError with the broker's `code`; TimeoutError.
 */
async function directBatch(bus: Bus, stream: string, wanted: object): Promise<Stored[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Stored[]>();
  const timer = setTimeout(() => reject(new TimeoutError()), LIMIT_MS);
  const found: Stored[] = [];
  const take = (message: Msg): void => {
    const stored = fromDirectReply(message);
    if (stored) {
      found.push(stored);
      return;
    }
    // Of the broker's own making.
    const { code = 0, description = "" } = message.headers ?? {};
    if (code === END_OF_BATCH) resolve(found);
    else reject(Object.assign(new JetStreamError(description === "" ? "no responders" : description), { code }));
  };
  const inbox = createInbox(`_INBOX_${bus.role}`);
  const subscription = bus.nc.subscribe(inbox, { callback: (error, message) => (error ? reject(error) : take(message)) });
  try {
    bus.nc.publish(`${bus.api}.DIRECT.GET.${stream}`, JSON.stringify(wanted), { reply: inbox });
    return await promise;
  } finally {
    clearTimeout(timer);
    subscription.unsubscribe();
  }
}

/** The last message of every subject under `filter`. */
export const lastMessages = (bus: Bus, stream: string, filter: string): Promise<Stored[]> =>
  directBatch(bus, stream, { multi_last: [filter] });

/** Which messages of a stream: those on `subject`, from sequence `seq` (1 when omitted) or from the time `since` on, at most `batch`. */
interface Wanted {
  subject: string;
  batch: number;
  seq?: number;
  since?: Date;
}

/** The messages on a subject, oldest first; none is an empty list. */
export async function messagesOf(bus: Bus, stream: string, { subject, batch, seq = 1, since }: Wanted): Promise<Stored[]> {
  const start = since ? { start_time: since.toISOString() } : { seq };
  try {
    return await directBatch(bus, stream, { ...start, next_by_subj: subject, batch });
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}
