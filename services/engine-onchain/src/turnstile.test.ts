import { expect, test } from "vitest";
import { createTurnstile } from "./turnstile.ts";

test("no more than its places run at a time, in order of arrival, and a failure frees its place", async () => {
  const pass = createTurnstile(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const runs = [0, 1, 2, 3].map((index) =>
    pass(async () => {
      begun.push(index);
      most = Math.max(most, ++running);
      await new Promise<void>((end) => ends.push(end));
      running -= 1;
      if (index === 0) throw new Error("failed");
    }),
  );
  const settled = Promise.allSettled(runs);
  for (let ended = 0; ended < 4; ended++) {
    await expect.poll(() => ends.length).toBeGreaterThan(ended);
    ends[ended]?.();
  }
  expect((await settled).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled", "fulfilled"]);
  expect(begun).toEqual([0, 1, 2, 3]);
  expect(most).toBe(2);
});
