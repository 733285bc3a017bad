import { expect, test } from "vitest";
import { one, report, SOMEBODY, spread } from "../../test/sample-facts.ts";
import type { Facts } from "../facts.ts";

test("concentration that lies with a program may be vesting: seen, and not sure", () => {
  const vesting = { ...spread, top10: 95, largest: 80, walletsTop10: 15, walletsLargest: 5 };
  expect(one("top_holders", {}, { holders: vesting })).toMatchObject([{ status: "inconclusive", reliability: 0.4 }]);
  const whales = { ...vesting, walletsTop10: 95, walletsLargest: 80 };
  expect(one("top_holders", {}, { holders: whales })).toMatchObject([{ status: "hit", weights: { whale_manipulation: 1.5 } }]);
});

test("of concentration there is exactly one line, whatever is known", () => {
  for (const holders of [
    undefined,
    spread,
    { ...spread, top10: 40 },
    { ...spread, largest: 21 },
    { ...spread, source: "goplus" as const },
  ]) {
    for (const rugcheck of [
      report(),
      report({ risks: [{ name: "High ownership", value: "", level: "danger" }] }),
      { kind: "off" } as const,
    ]) {
      expect(one("top_holders", {}, { holders, rugcheck })).toHaveLength(1);
    }
  }
});

test("what flagged holders own is said only when RugCheck listed them", () => {
  const rugcheck = report({ graphInsidersDetected: 12 });
  const listed = one("insiders", {}, { rugcheck });
  expect(listed).toMatchObject([{ text: expect.stringContaining("flagged top holders own 0.0%"), values: { flagged_percent: 0 } }]);
  const [other] = one("insiders", {}, { rugcheck, holders: { ...spread, source: "goplus" } });
  expect(other).toMatchObject({ severity: 1, text: "RugCheck links 12 wallets in 0 transfer network(s)" });
  expect(other?.values).not.toHaveProperty("flagged_percent");
});

test("what the creator holds is banded, and nothing speaks for a token only when it is in use", () => {
  const held = (percent: number, change: Partial<Facts> = {}) =>
    one("creator_share", {}, { ...change, creator: { address: SOMEBODY, percent, source: "rugcheck" } });
  expect(held(10.1)).toMatchObject([{ severity: 2, weights: { real_crash: 0.9, whale_manipulation: 0.6 } }]);
  expect(held(7.2)).toMatchObject([{ text: "The creator still holds 7.2% of supply", severity: 1 }]);
  expect(held(5)).toMatchObject([{ status: "clear", weights: { false_fud: 0 } }]);
  expect(held(0)).toMatchObject([{ status: "clear", weights: { false_fud: 0.15 } }]);
  expect(held(0, { liquidityUsd: 1 })).toMatchObject([{ weights: { false_fud: 0 } }]);
});

test("equal balances count from a twentieth of the supply on", () => {
  const equal = (percent: number) => one("equal_balances", {}, { holders: { ...spread, equal: { owners: 12, percent } } });
  expect(equal(10)).toMatchObject([
    { text: "12 of the largest owners hold almost identical balances (together 10.0% of supply)", weights: { whale_manipulation: 1.2 } },
  ]);
  expect(equal(4.9)).toEqual([]);
});
