import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { turn } from "./turn.ts";

test("of those that wait for a turn one goes on in each", async () => {
  const went: number[] = [];
  const all = [1, 2, 3].map(async (name) => {
    await turn();
    went.push(name);
  });
  const seen: number[] = [];
  while (went.length < 3) {
    await nextTurn();
    seen.push(went.length);
  }
  await Promise.all(all);
  expect(went).toEqual([1, 2, 3]);
  expect(seen.every((count, index) => count - (seen[index - 1] ?? 0) <= 1)).toBe(true);
});
