import { abortable, UnavailableError } from "@token-sentiment/engine";

/**
 * What a promise brings that cannot be stopped itself, unless `signal` aborts first; then it goes on unwatched.
 * @throws UnavailableError naming `source` when the time is over.
 */
export async function inTime<T>(promise: Promise<T>, { source, signal }: { source: string; signal: AbortSignal }): Promise<T> {
  try {
    return await abortable(promise, signal);
  } catch (cause) {
    if (!signal.aborted || cause !== signal.reason) throw cause;
    throw new UnavailableError(`${source} gave no answer in time`, { cause });
  }
}
