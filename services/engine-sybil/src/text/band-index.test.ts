import { expect, test } from "vitest";
import { BANDS, createBandIndex } from "./band-index.ts";

const signature = (first: number) => Uint32Array.from({ length: 4 * BANDS }, (_, index) => (index < 4 ? first : 1000) + index);

test("texts that share a band are found from the newest to the oldest, others are not", () => {
  const index = createBandIndex(3);
  for (const [text, first] of [7, 8, 7].entries()) {
    index.look(signature(first));
    index.enter(text);
  }
  index.look(signature(7));
  const found = (band: number): number[] => {
    const texts: number[] = [];
    for (let entry = index.latest(band); entry > 0; entry = index.before(entry)) texts.push(index.textOf(entry));
    return texts;
  };
  expect(found(0)).toEqual([2, 0]);
  expect(found(1)).toEqual([2, 1, 0]);
  index.look(signature(9));
  expect(found(0)).toEqual([]);
});
