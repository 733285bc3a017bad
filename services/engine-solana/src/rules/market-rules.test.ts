import { expect, test } from "vitest";
import { one } from "../../test/sample-facts.ts";

test("thin liquidity is the market engine's fact too: both are of one group", () => {
  expect(one("liquidity", {}, { liquidityUsd: 500 })[0]?.group).toBe("liquidity");
});

test("a pool of unknown liquidity is told and weighs nothing, and one without shares is never 0 %", () => {
  const locked = { percent: 12, usd: undefined, pools: 1, kind: "PumpSwap", onChain: true } as const;
  expect(one("lp_locked", {}, { locked })).toMatchObject([{ status: "unknown", weights: { real_crash: 0 } }]);
  expect(one("lp_locked", {}, { locked: { ...locked, usd: 50_000 } })).toMatchObject([{ severity: 2, weights: { real_crash: 1.8 } }]);
  expect(one("lp_locked", {}, { locked: { ...locked, usd: 9_999 } })).toEqual([]);
  expect(one("lp_locked", {}, { positionsOnly: true })).toMatchObject([
    { status: "unknown", text: expect.stringContaining("not applicable") },
  ]);
});
