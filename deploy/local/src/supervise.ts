import { setTimeout as delay } from "node:timers/promises";
import { stopProcess } from "./stop-process.ts";
import type { ChildProcess } from "node:child_process";

/** One life of what is supervised. */
export interface Life {
  process: ChildProcess;
  /** Settles when it is ready; rejects when it ends before. */
  ready: Promise<unknown>;
  ended: Promise<number | NodeJS.Signals>;
}

/** A process that is started again whenever it ends unasked. */
export interface Supervised<L extends Life> {
  name: string;
  /** The present life, or the last one while it is down. */
  readonly life: L;
  /** True from a signal that ends its present life until the next one began, also while the old one is still leaving. */
  readonly leaving: boolean;
  /** How often it was started again. */
  readonly restarts: number;
  /** Sends a signal to its present life. */
  kill(signal: NodeJS.Signals): void;
  /** Ends it for good: SIGTERM, after `limitMs` SIGKILL. */
  stop(limitMs: number): Promise<void>;
}

const BACK_OFF_MS = [250, 500, 1000, 2000, 5000] as const;
const STEADY_MS = 30_000;
const FATAL: readonly NodeJS.Signals[] = ["SIGKILL", "SIGTERM", "SIGINT"];

/**
 * Keeps one process running from its first life on: when it ends unasked, says so in one line and starts it again after a short back-off,
 * which grows while it keeps dying young.
 */
export function supervise<L extends Life>(
  name: string,
  first: L,
  { again, say }: { again: (last: L) => Promise<L>; say: (line: string) => void },
): Supervised<L> {
  let life = first;
  let [restarts, young] = [0, 0];
  let doomed: L | undefined;
  const stopping = new AbortController();

  async function nextLife(): Promise<void> {
    const wait = BACK_OFF_MS[Math.min(young, BACK_OFF_MS.length - 1)] ?? 0;
    await delay(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    if (stopping.signal.aborted) return;
    restarts += 1;
    young += 1;
    await again(life).then(
      (next) => (life = next),
      (error: unknown) => {
        say(`${name} did not start again: ${error instanceof Error ? error.message : String(error)}`);
        return nextLife();
      },
    );
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const bornAt = Date.now();
      const ending = await life.ended;
      if (stopping.signal.aborted) return;
      if (Date.now() - bornAt > STEADY_MS) young = 0;
      say(`${name} ended (${typeof ending === "number" ? `exit ${ending}` : ending}), starting it again`);
      await nextLife();
    }
  }
  const watching = watch();

  return {
    name,
    get life() {
      return life;
    },
    get leaving() {
      return life === doomed;
    },
    get restarts() {
      return restarts;
    },
    kill(signal) {
      if (FATAL.includes(signal)) doomed = life;
      life.process.kill(signal);
    },
    async stop(limitMs) {
      stopping.abort();
      await stopProcess(life.process, limitMs);
      await watching;
      // A life that began while this one was being stopped.
      await stopProcess(life.process, limitMs);
    },
  };
}
