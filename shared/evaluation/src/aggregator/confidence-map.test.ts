import { expect, test } from "vitest";
import { fitConfidence, fitIsotonic, fitPlatt } from "./confidence-map.ts";

const told = (chance: number, right: number, wrong: number) => [
  ...Array.from({ length: right }, () => ({ chance, right: true })),
  ...Array.from({ length: wrong }, () => ({ chance, right: false })),
];
const logit = (p: number): number => Math.log(p / (1 - p));

test("on two confidences Platt's curve goes through the mean of his targets at each", () => {
  // 50 right, 50 wrong: the targets are 51/52 and 1/52
  const map = fitPlatt([...told(0.2, 10, 40), ...told(0.8, 40, 10)]);
  const low = (10 * 51 + 40) / 52 / 50;
  const high = (40 * 51 + 10) / 52 / 50;
  if (map.kind !== "platt") throw new Error("another shape");
  expect(map.a * 0.2 + map.b).toBeCloseTo(logit(low), 4);
  expect(map.a * 0.8 + map.b).toBeCloseTo(logit(high), 4);
});

test("the isotonic map pools what falls: 1 0 0 1 is a third, then 1", () => {
  const map = fitIsotonic([...told(0.1, 1, 0), ...told(0.2, 0, 1), ...told(0.3, 0, 1), ...told(0.4, 1, 0)]);
  if (map.kind !== "isotonic") throw new Error("another shape");
  const [first, second, ...others] = map.points;
  expect(first?.[0]).toBeCloseTo(0.2, 12);
  expect(first?.[1]).toBeCloseTo(1 / 3, 12);
  expect([second, others]).toEqual([[0.4, 1], []]);
});

test("cases of one confidence are one point, and one point alone is a level line", () => {
  const level = fitIsotonic(told(0.5, 3, 1));
  expect(level).toEqual({
    kind: "isotonic",
    points: [
      [0, 0.75],
      [1, 0.75],
    ],
  });
});

test("too few cases, or hardly any wrong ones, make no map; many allow any shape", () => {
  expect(fitConfidence(told(0.5, 40, 40))).toBeNull();
  expect(fitConfidence(told(0.5, 190, 10))).toBeNull();
  expect(fitConfidence([...told(0.2, 50, 100), ...told(0.8, 100, 50)])?.kind).toBe("platt");
  expect(fitConfidence([...told(0.2, 200, 400), ...told(0.8, 400, 200)])?.kind).toBe("isotonic");
});
