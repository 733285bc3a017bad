import { Signal } from "@token-sentiment/contract";
import { expect, test } from "vitest";
import { observeRules, rule } from "./rule.ts";

interface Facts {
  tax: number;
  note: string;
}
const weights = { real_crash: 2, false_fud: -1, whale_manipulation: 0 };
const rules = [
  rule(
    "sell_tax",
    { label: "SECURITY", group: "sell", severity: 2, source: "eth_simulateV1", values: (t: Facts) => ({ tax: t.tax, note: t.note }) },
    (t) => t.tax > 10,
    (t) => `selling costs ${t.tax} % ${t.note}`,
    weights,
  ),
  rule(
    "no_tax",
    { label: "SECURITY", status: "clear", reliability: 0.5, source: "eth_simulateV1" },
    (t: Facts) => t.tax === 0,
    () => "selling is free",
    weights,
  ),
];

test("only the rules that apply speak", () => {
  expect(observeRules(rules, { tax: 30, note: "" }, { observedAt: 7 }).map(({ code }) => code)).toEqual(["sell_tax"]);
  expect(observeRules(rules, { tax: 5, note: "" }, { observedAt: 7 })).toEqual([]);
});

test("a rule without further options is a certain hit", () => {
  expect(observeRules(rules, { tax: 30, note: "" }, { observedAt: 7 })[0]).toMatchObject({
    status: "hit",
    reliability: 1,
    group: "sell",
    observed_at: 7,
  });
  expect(observeRules(rules, { tax: 0, note: "" }, { observedAt: 7 })[0]).toMatchObject({ status: "clear", reliability: 0.5 });
});

test("a signal fits the contract however long its texts are", () => {
  const [signal] = observeRules(rules, { tax: 30, note: "x".repeat(1000) }, { observedAt: 7 });
  expect(Signal.safeParse(signal).success).toBe(true);
  expect(signal?.text).toHaveLength(240);
});
