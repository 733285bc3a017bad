import { Signal } from "@token-sentiment/contract";
import { expect, test } from "vitest";
import { corroborate } from "./corroborate.ts";
import type { Asked, Opinion } from "./opinion.ts";

const own = (code: string, status: Signal["status"], more: Partial<Signal> = {}): Signal => ({
  code,
  label: "SECURITY",
  text: code,
  status,
  weights: { real_crash: 0, false_fud: 0, whale_manipulation: 0 },
  reliability: 1,
  source: "eth_call",
  observed_at: 1,
  values: {},
  ...more,
});
const says = (opinion: Partial<Opinion>): Asked => ({
  kind: "answered",
  opinion: { powers: {}, impossibleShares: false, complete: true, ...opinion },
});
/** The findings and GoPlus's line, when honeypot.is is off. */
function beside(found: Signal[], goplus: Asked) {
  const signals = corroborate(found, { goplus, honeypot_is: { kind: "off" } }, { observedAt: 7 });
  for (const signal of signals) expect(Signal.parse(signal)).toEqual(signal);
  return { found: signals.slice(0, -2), line: signals.at(-2) };
}
const HONEYPOT = says({ stuck: { says: true, by: "is_honeypot=1" } });
const SELLABLE = says({ stuck: { says: false, by: "is_honeypot=0" } });

test("agreement on a trap makes it surer and adds its line", () => {
  const { found, line } = beside([own("cannot_sell", "hit", { reliability: 0.7, critical: true })], HONEYPOT);
  expect(found).toMatchObject([{ code: "cannot_sell", status: "hit", critical: true, reliability: 0.8 }]);
  expect(line).toMatchObject({
    code: "goplus",
    status: "hit",
    text: "GoPlus agrees: is_honeypot=1",
    weights: { real_crash: 0.7, false_fud: -0.7 },
  });
  expect(line?.critical).toBeUndefined();
});

test("agreement that it can be sold weighs the other way", () => {
  const { line } = beside([own("can_sell", "clear")], SELLABLE);
  expect(line).toMatchObject({ status: "clear", weights: { real_crash: -0.7, false_fud: 0.7 }, group: "structure" });
});

test.each([
  [own("cannot_sell", "hit", { reliability: 0.9 }), SELLABLE, "is_honeypot=0 against cannot_sell hit"],
  [own("can_sell", "clear", { reliability: 0.9 }), HONEYPOT, "is_honeypot=1 against can_sell clear"],
  [own("cooldown", "hit", { reliability: 0.9 }), HONEYPOT, "is_honeypot=1 against cooldown hit"],
] as const)("a conflict over $code is told and weighs nothing: neither is taken back", (before, asked, told) => {
  const { found, line } = beside([before], asked);
  expect(found).toEqual([before]);
  expect(line).toMatchObject({ status: "inconclusive", text: `GoPlus disagrees: ${told}`, weights: { real_crash: 0, false_fud: 0 } });
});

test("a trap that closes later is not contradicted by whoever looks at one block", () => {
  const { found, line } = beside([own("delayed_trap", "hit", { severity: 3 })], SELLABLE);
  expect(found[0]?.reliability).toBe(1);
  expect(line?.status).toBe("unknown");
  expect(beside([own("delayed_trap", "hit", { severity: 3, reliability: 0.7 })], HONEYPOT).found[0]?.reliability).toBe(0.8);
});

test("what one method saw is surer when a checker saw it too, and stays inconclusive", () => {
  const { found } = beside([own("selling_disputed", "inconclusive", { reliability: 0.5, severity: 2 })], HONEYPOT);
  expect(found).toMatchObject([{ status: "inconclusive", reliability: 0.6 }]);
});

test("alone a checker makes no finding: a honeypot is inconclusive, and a denial is nothing", () => {
  const nothing = [own("selling_unknown", "unknown")];
  expect(beside(nothing, HONEYPOT).line).toMatchObject({
    status: "inconclusive",
    reliability: 0.5,
    text: "GoPlus alone says so: is_honeypot=1",
  });
  expect(beside(nothing, SELLABLE).line).toMatchObject({ status: "unknown", weights: { real_crash: 0, false_fud: 0 } });
});

test("both checkers together make a finding surer once", () => {
  const signals = corroborate(
    [own("cannot_sell", "hit", { reliability: 0.7 })],
    { goplus: HONEYPOT, honeypot_is: HONEYPOT },
    { observedAt: 7 },
  );
  expect(signals[0]?.reliability).toBe(0.8);
});

test("taxes agree within two points, conflict beyond five, and are neither between", () => {
  const measured = own("tax", "hit", { values: { buy_tax_bps: 500, sell_tax_bps: 3000 }, reliability: 0.9 });
  const line = (bps: number) => beside([measured], says({ sellTaxBps: { says: bps, by: `sell_tax=${bps / 10_000}` } }));
  expect(line(3_150)).toMatchObject({
    found: [{ reliability: 1 }],
    line: { status: "hit", severity: 0, text: "GoPlus agrees: sell_tax=0.315" },
  });
  expect(line(3_400)).toMatchObject({ found: [{ reliability: 0.9 }], line: { status: "unknown" } });
  expect(line(0).line?.text).toBe("GoPlus disagrees: sell_tax=0 against sell_tax_bps=3000");
});

test("powers are compared where both looked, and a proof stands against a denial", () => {
  const found = [own("mint", "hit"), own("raise_tax", "clear"), own("block_holder", "unknown")];
  const powers = {
    mint: { says: false, by: "is_mintable=0" },
    "raise tax": { says: false, by: "slippage_modifiable=0" },
    block: { says: true, by: "is_blacklisted=1" },
  };
  const { line, found: after } = beside(found, says({ powers }));
  expect(line).toMatchObject({
    status: "inconclusive",
    text: "GoPlus disagrees: is_mintable=0 against mint hit",
    values: { agrees: 1, conflicts: 1 },
  });
  expect(after.map(({ status }) => status)).toEqual(["hit", "clear", "unknown"]);
});

test.each<[Asked, string]>([
  [{ kind: "off" }, "GoPlus not asked: no URL is configured"],
  [{ kind: "unknown" }, "GoPlus does not know this token"],
  [{ kind: "missing", why: "HTTP 429" }, "GoPlus not available: HTTP 429"],
  [says({}), "GoPlus knows the token and says nothing of selling, tax or powers"],
  [
    says({ impossibleShares: true }),
    "GoPlus knows the token and says nothing of selling, tax or powers; GoPlus lists holders of more than the whole supply",
  ],
])("without an opinion its line is unknown and says why: %o", (asked, text) => {
  const { found, line } = beside([own("can_sell", "clear")], asked);
  expect(found).toEqual([own("can_sell", "clear")]);
  expect(line).toMatchObject({ status: "unknown", text, weights: { real_crash: 0, false_fud: 0, whale_manipulation: 0 } });
});
