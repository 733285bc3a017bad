import { parentPort } from "node:worker_threads";
import { judge } from "./judge.ts";
import type { Order } from "./open-analyst.ts";

/** Judges samples off the main thread: one in, one out, with what each stage took. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.on("message", (order: Order) => parentPort?.postMessage(obey(order)));

function obey({ sample, seed, withinMs }: Order) {
  const start = performance.now();
  const seconds: Record<string, number> = {};
  let last = start;
  const judged = judge(sample, {
    seed,
    isOver: () => performance.now() - start > withinMs,
    done(stage) {
      const now = performance.now();
      seconds[stage] = (now - last) / 1000;
      last = now;
    },
  });
  return { ...judged, seconds };
}
