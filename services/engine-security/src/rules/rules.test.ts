import { observeRules } from "@token-sentiment/engine";
import { chainOf } from "@token-sentiment/evm";
import { expect, test } from "vitest";
import type { Facts, TradeFacts } from "../facts.ts";
import { perPower, type Power } from "../powers/judge.ts";
import type { Pattern, Selling } from "../trade/judge.ts";
import { rules } from "./rules.ts";

const chain = chainOf("1") ?? expect.fail("chain 1 is in the table");
const token = "0x1111111111111111111111111111111111111111";
const trade: TradeFacts = {
  exchange: "Uniswap V2",
  route: undefined,
  selling: { kind: "not simulated" },
  tax: undefined,
  holders: undefined,
  sameBlock: undefined,
  sizes: undefined,
  guard: undefined,
  movements: undefined,
};
const facts = (change: Partial<Facts> = {}): Facts => ({
  snapshot: {
    chain,
    token,
    block: { number: 1n, tag: "0x1", time: 1n },
    code: "0x60",
    logic: "0x60",
    proxy: undefined,
    owner: undefined,
    supply: 1n,
    keys: [],
    pools: [],
    buyers: undefined,
    minimal: false,
    handovers: undefined,
    balanceSlot: undefined,
  },
  isContract: true,
  opcodes: undefined,
  selectors: undefined,
  trade,
  powers: perPower((): Power => ({ status: "unknown", why: "untried" })),
  ...change,
});
const observe = (change: Partial<Facts>) => observeRules(rules, facts(change), { observedAt: 1 });
const taxed = (buyBps: number, sellBps: number | undefined, confirmed = true) =>
  observe({ trade: { ...trade, tax: { buyBps, sellBps, confirmed } } }).filter(({ code }) => code === "tax" || code === "no_tax");

test("of selling, of the tax, of the owner and of every power there is exactly one line, whatever is known", () => {
  const patterns: Pattern[] = ["never", "not later", "not at first", "always", "mixed"];
  const sellings: Selling[] = [
    { kind: "no purchase" },
    { kind: "not simulated" },
    ...patterns.flatMap((pattern): Selling[] => [
      { kind: "agreed", pattern, by: "x" },
      { kind: "disputed", pattern, by: "x", contradicted: true },
      { kind: "disputed", pattern, by: "x", contradicted: false },
    ]),
  ];
  for (const selling of sellings) {
    const signals = observe({ trade: { ...trade, selling } });
    expect(
      signals.map(({ code }) => code).filter((code) => /sell(?!_)|cooldown|trap|selling/.test(code) && code !== "holders_sell"),
      JSON.stringify(selling),
    ).toHaveLength(1);
    for (const code of ["holders_sell", "tax", "mint", "destroy_balance", "block_holder", "raise_tax", "owner", "proxy"]) {
      expect(
        signals.filter((signal) => signal.code === code),
        code,
      ).toHaveLength(1);
    }
  }
});

test("the tax bands are those of the check list, and half of a trade is critical", () => {
  expect(taxed(0, 99)).toMatchObject([{ code: "no_tax", status: "clear", weights: { real_crash: -0.5 } }]);
  expect(taxed(0, 100)).toMatchObject([{ severity: 1, weights: { real_crash: 0 } }]);
  expect(taxed(1_000, 0)).toMatchObject([{ severity: 2, weights: { real_crash: 1 } }]);
  expect(taxed(0, 2_500)).toMatchObject([{ severity: 3, weights: { real_crash: 2 } }]);
  expect(taxed(0, 4_999)[0]?.critical).toBeUndefined();
  expect(taxed(0, 5_000)).toMatchObject([{ severity: 3, critical: true, weights: { real_crash: 3 } }]);
});

test("a tax that one method measured is inconclusive, however high", () => {
  expect(taxed(0, 9_000, false)).toMatchObject([{ status: "inconclusive", reliability: 0.5 }]);
  expect(taxed(0, 9_000, false)[0]?.critical).toBeUndefined();
});

test("a sale that never went through leaves its tax unknown", () => {
  expect(taxed(0, undefined)).toMatchObject([{ code: "tax", status: "unknown" }]);
});

test("a guarded owner's power weighs two fifths", () => {
  const mint: Power = {
    status: "hit",
    from: 0,
    proven: [{ by: "owner", selector: "0x40c10f19", arguments: "address,uint256", reached: 100 }],
  };
  const powers = { ...facts().powers, mint };
  const weight = (kind: "wallet" | "safe") =>
    observe({ powers, snapshot: { ...facts().snapshot, owner: { address: token, kind } } }).find(({ code }) => code === "mint")?.weights
      .real_crash;
  expect(weight("wallet")).toBe(0.5);
  expect(weight("safe")).toBeCloseTo(0.2);
});

test("without a contract only that is said", () => {
  expect(observe({ isContract: false, trade: undefined }).map(({ code }) => code)).toEqual(["no_code"]);
});
