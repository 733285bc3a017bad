import { expect, test } from "vitest";
import { grownOf, leftOpenOf } from "./leaks.ts";
import type { Open } from "./measure.ts";

const curveOf = (needed: (point: number) => number) =>
  Array.from({ length: 22 }, (_, point) => new Map([["gateway", { neededMib: needed(point) }]]));
const open = (more: Partial<Open["handles"][string]> = {}, rest: Partial<Open> = {}): Open => ({
  handles: { gateway: { inbound: 0, outbound: 1, abandoned: 0, rest: 24, ...more } },
  subscriptions: 30,
  consumers: 7,
  ...rest,
});

test("caches that fill, and a heap that breathes, are no leak", () => {
  expect(grownOf(curveOf((point) => Math.min(80, 30 + 10 * point)))).toEqual([]);
  expect(grownOf(curveOf((point) => (point % 2 === 0 ? 60 : 70)))).toEqual([]);
});

test("memory that grows with every job is found, and so is a process that tells none", () => {
  expect(grownOf(curveOf((point) => 40 + 3 * point))).toEqual(["gateway needs 97 MiB at the end, 70 when its caches were full"]);
  expect(grownOf(curveOf(() => Number.NaN))).toHaveLength(1);
});

test("whatever is left open is found, of each kind", () => {
  expect(leftOpenOf(open(), open({ rest: 23 }))).toEqual([]);
  expect(leftOpenOf(open(), open({ inbound: 1, abandoned: 2 }))).toEqual([
    "gateway: 1 inbound handles, 0 at the beginning",
    "gateway: 2 abandoned handles, 0 at the beginning",
  ]);
  expect(leftOpenOf(open(), open({}, { subscriptions: 31, consumers: 8 }))).toEqual([
    "the broker: 31 subscriptions, 30 at the beginning",
    "the broker: 8 consumers, 7 at the beginning",
  ]);
  expect(leftOpenOf(open(), { ...open(), handles: {} })).toHaveLength(4);
});
