import { expect, test } from "vitest";
import { createRest } from "./rest.ts";

test("an endpoint rests longer the more often it fails, thirty seconds at most, and not at all once it answers", () => {
  let now = 0;
  const rest = createRest(() => now);
  const restsFor = (): number => {
    const from = now;
    while (rest.resting()) now += 500;
    return now - from;
  };
  expect(restsFor()).toBe(0);
  const rests = Array.from({ length: 6 }, () => (rest.failed(), restsFor()));
  expect(rests).toEqual([10_000, 20_000, 30_000, 30_000, 30_000, 30_000]);
  rest.failed();
  rest.answered();
  expect(rest.resting()).toBe(false);
  rest.failed();
  expect(restsFor()).toBe(10_000);
});
