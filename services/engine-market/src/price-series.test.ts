import { expect, test } from "vitest";
import { type Candle, HOUR_MS } from "./candle.ts";
import { priceSeries } from "./price-series.ts";

const candle = (hour: number, close: number): Candle => ({ at: hour * HOUR_MS, open: 1, high: 2, low: 1, close, volumeUsd: 10 });
const at = (now: number) => ({ now: now * HOUR_MS, source: "geckoterminal" });

test("the closes of two days become minutes and six digits; what is older is left out", () => {
  expect(priceSeries([candle(0, 9), candle(60, 1.23456789), candle(61, 0.000012345678)], at(62))).toEqual({
    source: "geckoterminal",
    from: 60 * HOUR_MS,
    points: [
      [0, 1.23457],
      [60, 0.0000123457],
    ],
  });
});

test("one candle is no line", () => {
  expect(priceSeries([candle(60, 1)], at(61))).toBeUndefined();
});
