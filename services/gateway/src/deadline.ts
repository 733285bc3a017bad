import { BrokerUnreachableError } from "@token-sentiment/bus";

/** How long a client waits for an answer that needs the broker before it is told that there is none. */
export const ANSWER_MS = 3200;

/** What `run` resolves to. @throws BrokerUnreachableError when that takes longer than `ms`; `run` is then left to itself. */
export async function within<T>(ms: number, run: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  // A plain timer: an aborted one costs an exception with its stack for every answer.
  const timer = setTimeout(() => late.reject(new BrokerUnreachableError(`no answer within ${ms} ms`)), ms);
  // A late `run` loses after its client was told.
  run.catch(() => undefined);
  try {
    return await Promise.race([run, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
