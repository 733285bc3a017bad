import { expect, test } from "vitest";
import { likeVolumeArea } from "./like-volume.ts";

test("what only counts posts is worth nothing among cases of like volume", () => {
  const cases = [1, 2, 4, 8].flatMap((volume) => [
    { positive: true, value: volume, volume },
    { positive: false, value: volume, volume },
  ]);
  expect(likeVolumeArea(cases)).toEqual({ area: 0.5, pairs: 4 });
});

test("a signal that tells cases of like volume apart keeps its worth", () => {
  const cases = [
    { positive: true, value: 2, volume: 10 },
    { positive: false, value: 1, volume: 12 },
    { positive: false, value: 9, volume: 100 },
  ];
  expect(likeVolumeArea(cases)).toEqual({ area: 1, pairs: 1 });
});
