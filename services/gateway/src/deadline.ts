import { setTimeout as delay } from "node:timers/promises";
import { BrokerUnreachableError } from "@token-sentiment/bus";

/** How long a client waits for an answer that needs the broker before it is told that there is none. */
export const ANSWER_MS = 3200;

/** What `run` resolves to. @throws BrokerUnreachableError when that takes longer than `ms`; `run` is then left to itself. */
export async function within<T>(ms: number, run: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = delay(ms, undefined, { signal: timer.signal }).then(() => {
    throw new BrokerUnreachableError(`no answer within ${ms} ms`);
  });
  // Both lose at times: the aborted timer always, a late `run` after its client was told.
  late.catch(() => undefined);
  run.catch(() => undefined);
  try {
    return await Promise.race([run, late]);
  } finally {
    timer.abort();
  }
}
