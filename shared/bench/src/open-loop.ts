import { setTimeout as delay } from "node:timers/promises";
import { Agent } from "undici";
import type { Side } from "./side.ts";
import { type LoadResult, nothingSeen, submitAndWait, type Waiting } from "./submit-and-wait.ts";

/** How much comes, however slow the answers are. */
export interface OpenLoad {
  perSecond: number;
  forMs: number;
}

/** Begins `run` at even distances, late ones at once, and waits for all. */
async function atEvenDistances({ perSecond, forMs }: OpenLoad, run: (index: number) => Promise<void>): Promise<void> {
  const begin = performance.now();
  const running: Promise<void>[] = [];
  for (let index = 0; (index * 1000) / perSecond < forMs; index++) {
    const early = begin + (index * 1000) / perSecond - performance.now();
    if (early > 0) await delay(early);
    running.push(run(index));
  }
  await Promise.all(running);
}

/** Submits `perSecond` jobs a second and waits for each. */
export async function openLoop(side: Side, { waiting, ...load }: OpenLoad & { waiting: Waiting }): Promise<LoadResult> {
  await using stack = new AsyncDisposableStack();
  const dispatcher = new Agent({ pipelining: 1 });
  stack.defer(() => dispatcher.close());
  const seen = nothingSeen();
  const begin = performance.now();
  await atEvenDistances(load, (index) =>
    submitAndWait({ side, url: side.urls[index % side.urls.length] ?? "", dispatcher, waiting, seen, over: () => true }),
  );
  seen.elapsedMs = performance.now() - begin;
  return seen;
}

/** Gets one of `paths` at a time, `perSecond` times a second; how long each answer took, ms. @throws Error when one is not 200. */
export async function openGets(side: Side, paths: readonly string[], load: OpenLoad): Promise<number[]> {
  await using stack = new AsyncDisposableStack();
  const dispatcher = new Agent({ pipelining: 1 });
  stack.defer(() => dispatcher.close());
  const tookMs: number[] = [];
  await atEvenDistances(load, async (index) => {
    const sent = performance.now();
    const path = paths[index % paths.length] ?? "/";
    const answer = await dispatcher.request({
      origin: side.urls[index % side.urls.length] ?? "",
      path,
      method: "GET",
      headers: side.headers,
    });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`${side.name}: ${path} answered ${answer.statusCode}`);
    tookMs.push(performance.now() - sent);
  });
  return tookMs;
}
