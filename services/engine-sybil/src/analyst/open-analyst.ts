import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { UnavailableError } from "@token-sentiment/engine";
import type { Sample } from "../sample.ts";
import type { Judged } from "./judge.ts";

/** Assesses samples without holding up the process. Disposing ends its thread. */
export interface Analyst extends AsyncDisposable {
  /** @throws UnavailableError when it takes too long or too much memory. */
  assess(sample: Sample): Promise<Judged>;
}

/** The worst 20,000 posts known take 2.3 s (sybil.md §8). */
const ASSESS_MS = 5000;
const MEMORY = { maxOldGenerationSizeMb: 256 };

/** One thread for all requests, started with the first; replaced when a sample was too much for it. */
export function openAnalyst({ entry = new URL("worker.ts", import.meta.url), withinMs = ASSESS_MS } = {}): Analyst {
  let worker: Worker | undefined;
  let queue: Promise<unknown> = Promise.resolve();
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
  const assessNow = async (sample: Sample): Promise<Judged> => {
    if (closing.signal.aborted) throw new UnavailableError("the engine is shutting down");
    worker ??= start();
    const limit = AbortSignal.timeout(withinMs);
    const signal = AbortSignal.any([limit, closing.signal]);
    try {
      const answer = once(worker, "message", { signal });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(sample);
      const [judged] = await answer;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own worker's answer
      return judged as Judged;
    } catch (error) {
      await end();
      if (closing.signal.aborted) throw new UnavailableError("the engine is shutting down", { cause: error });
      if (limit.aborted)
        throw new UnavailableError(`${sample.posts.length} posts were not assessed within ${withinMs / 1000} s`, { cause: error });
      const memory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
      throw memory ? new UnavailableError(`${sample.posts.length} posts take too much memory to assess`, { cause: error }) : error;
    }
  };

  return {
    assess(sample) {
      const next = queue.then(() => assessNow(sample));
      queue = next.catch(() => undefined);
      return next;
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      await end();
    },
  };
}
