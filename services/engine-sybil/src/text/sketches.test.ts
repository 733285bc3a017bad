import { expect, test } from "vitest";
import { jaccard } from "./shingles.ts";
import { createSketches } from "./sketches.ts";

/** A multiplier of the golden ratio: evenly spread, always the same. */
const setOf = (from: number, size: number): Uint32Array =>
  Uint32Array.from({ length: size }, (_, index) => Math.imul(from + index, 0x9e3779b1)).toSorted();

test("a sketch never says no to a set that is alike enough, and mostly does to others", () => {
  const sketches = createSketches(1);
  let [refused, unlike] = [0, 0];
  for (const size of [1, 5, 30, 60])
    for (let shift = 0; shift <= 2 * size; shift += 1) {
      const [first, second] = [setOf(1000, size), setOf(1000 + shift, size)];
      sketches.read(first);
      sketches.keep(0);
      sketches.read(second);
      const likeness = jaccard(first, second, 0);
      const may = sketches.mayReach(0, 2 * size, 0.6);
      if (likeness >= 0.6) expect(may).toBe(true);
      else {
        unlike += 1;
        if (!may) refused += 1;
      }
    }
  expect(refused).toBeGreaterThan(0.8 * unlike);
});
