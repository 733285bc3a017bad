import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { UnavailableError } from "@token-sentiment/engine";
import type { Stage } from "../assess.ts";
import type { Sample } from "../sample.ts";
import type { Judged } from "./judge.ts";

/** What the thread is told. Plain data. */
export interface Order {
  sample: Sample;
  seed: string;
  /** After so long nothing more is begun: the rest is said to be unfinished. */
  withinMs: number;
}

/** What the thread answers. */
export interface Timed extends Judged {
  /** By stage, what it took. */
  seconds: Partial<Record<Stage, number>>;
}

/** Assesses samples without holding up the process. Disposing ends its thread. */
export interface Analyst extends AsyncDisposable {
  /**
   * Waits for those before it. `by`, on the clock of `performance.now()`: when nothing more should be begun; two seconds later nobody waits for it.
   * @throws UnavailableError when it takes too long or too much memory, when it waits too long, or when too many posts wait already.
   */
  assess(sample: Sample, by?: number): Promise<Timed>;
}

export interface AnalystOptions {
  /** Of hashes; every replica has the same. */
  seed?: string;
  /** The thread's file. */
  entry?: URL;
  /** Compute time after which co-action is left out; the thread is given up at twice that. */
  withinMs?: number;
}

/** The worst 20,000 posts known take 3 s (docs/benchmarks.md). */
const ASSESS_MS = 5000;
const MEMORY = { maxOldGenerationSizeMb: 256 };
/** A thread that does not look at the clock, in a text or a sort, has so many times as long. */
const GIVEN_UP = 2;
/** How long after its time an answer may still be wanted. */
const LATE_MS = 2000;
/** Of all that wait together: three samples of the largest kind. */
const WAITING_MAX = 60_000;

/** One thread for all requests, started with the first; replaced when a sample was too much for it. */
export function openAnalyst({
  seed = "",
  entry = new URL("worker.ts", import.meta.url),
  withinMs = ASSESS_MS,
}: AnalystOptions = {}): Analyst {
  let worker: Worker | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const closing = new AbortController();

  const end = async (): Promise<void> => {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  const start = (): Worker => {
    const started = new Worker(entry, { resourceLimits: MEMORY });
    // what goes wrong within an assessment is told to whoever waits for it
    started.on("error", () => undefined);
    started.unref();
    return started;
  };
  const assessNow = async (sample: Sample, by: number): Promise<Timed> => {
    if (closing.signal.aborted) throw new UnavailableError("the engine is shutting down");
    if (performance.now() > by + LATE_MS) throw new UnavailableError(`${sample.posts.length} posts waited too long to be assessed`);
    const order: Order = { sample, seed, withinMs: Math.min(withinMs, Math.max(0, by - performance.now())) };
    worker ??= start();
    const limit = AbortSignal.timeout(GIVEN_UP * withinMs);
    const signal = AbortSignal.any([limit, closing.signal]);
    try {
      const answer = once(worker, "message", { signal });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(order);
      const [judged] = await answer;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own worker's answer
      return judged as Timed;
    } catch (error) {
      await end();
      if (closing.signal.aborted) throw new UnavailableError("the engine is shutting down", { cause: error });
      if (limit.aborted) throw new UnavailableError(`${sample.posts.length} posts were not assessed in time`, { cause: error });
      const memory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
      throw memory ? new UnavailableError(`${sample.posts.length} posts take too much memory to assess`, { cause: error }) : error;
    }
  };

  return {
    assess(sample, by = Infinity) {
      const { length } = sample.posts;
      if (waiting > 0 && waiting + length > WAITING_MAX)
        return Promise.reject(new UnavailableError(`${waiting} posts wait to be assessed already`));
      waiting += length;
      const next = queue.then(() => assessNow(sample, by));
      queue = next.catch(() => undefined).then(() => void (waiting -= length));
      return next;
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      await end();
    },
  };
}
