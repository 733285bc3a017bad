import { BrokerUnreachableError } from "@token-sentiment/bus";

/** Runs tasks of one key one after the other. */
export type InTurn = <T>(key: string, task: () => Promise<T>) => Promise<T>;

/**
 * One queue a key within this process, so that racing compare-and-sets of one key do not fight each other.
 * A task whose turn comes after `patienceMs` is not run: the broker does not answer those before it.
 */
export function createInTurn(patienceMs: number): InTurn {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    const asked = performance.now();
    const before = tails.get(key);
    const run = (async () => {
      await before?.catch(() => undefined);
      if (performance.now() - asked > patienceMs) throw new BrokerUnreachableError("take a turn");
      return await task();
    })();
    tails.set(key, run);
    try {
      return await run;
    } finally {
      if (tails.get(key) === run) tails.delete(key);
    }
  };
}
