import { observeRules } from "@token-sentiment/engine";
import { chainOf } from "@token-sentiment/evm";
import { expect, test } from "vitest";
import type { Facts, TradeFacts } from "../facts.ts";
import { perPower, type Power } from "../powers/judge.ts";
import type { Pattern, Selling } from "../trade/judge.ts";
import { doubt } from "./doubt.ts";
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
    proven: [{ by: "owner", selector: "0x40c10f19", arguments: "address,uint256", reached: 100, gained: true }],
  };
  const powers = { ...facts().powers, mint };
  const weight = (kind: "wallet" | "safe") =>
    observe({ powers, snapshot: { ...facts().snapshot, owner: { address: token, kind } } }).find(({ code }) => code === "mint")?.weights
      .real_crash;
  expect(weight("wallet")).toBe(1.2);
  expect(weight("safe")).toBeCloseTo(0.48);
});

test("a power that nobody used on a free market weighs three tenths, unless a stranger has it or ownership is claimed to be renounced", () => {
  const free: TradeFacts = {
    ...trade,
    selling: { kind: "agreed", pattern: "always", by: "x" },
    tax: { buyBps: 0, sellBps: 0, confirmed: true },
    holders: { asked: 5, sold: 5, whole: { asked: 5, sold: 5 }, how: "now" },
  };
  const weight = (by: "owner" | "key" | "anyone", kind: "wallet" | "nobody", on: TradeFacts = free) => {
    const mint: Power = {
      status: "hit",
      from: 0,
      proven: [{ by, selector: "0x40c10f19", arguments: "address,uint256", reached: 100, gained: true }],
    };
    const { snapshot, powers } = facts();
    return observe({ trade: on, powers: { ...powers, mint }, snapshot: { ...snapshot, owner: { address: token, kind } } }).find(
      ({ code }) => code === "mint",
    )?.weights.real_crash;
  };
  expect(weight("owner", "wallet")).toBeCloseTo(0.36);
  expect(weight("anyone", "wallet")).toBe(1.2);
  expect(weight("key", "nobody")).toBe(1.2);
  expect(weight("owner", "wallet", { ...free, tax: { buyBps: 0, sellBps: 500, confirmed: true } })).toBe(1.2);
  expect(weight("owner", "wallet", { ...free, holders: { asked: 5, sold: 4, whole: { asked: 4, sold: 4 }, how: "now" } })).toBe(1.2);
});

test("a known custodian's freeze weighs a fifth", () => {
  const block: Power = {
    status: "hit",
    from: 0,
    proven: [{ by: "owner", selector: "0x0ecb93c0", arguments: "address", reached: 0, gained: true }],
  };
  const weight = (address: `0x${string}`) =>
    observe({ powers: { ...facts().powers, block }, snapshot: { ...facts().snapshot, token: address } }).find(
      ({ code }) => code === "block_holder",
    )?.weights.real_crash;
  expect(weight("0xdac17f958d2ee523a2206206994597c13d831ec7")).toBeCloseTo(0.24);
  expect(weight(token)).toBe(1.2);
});

test("a power that could not be tried is told by its name alone, and trusted to two fifths", () => {
  const line = observe({ selectors: ["0x40c10f19"] }).find(({ code }) => code === "mint");
  expect(line).toMatchObject({ status: "inconclusive", reliability: 0.4, weights: { real_crash: 1.2 } });
  expect(observe({ selectors: ["0x12345678"] }).find(({ code }) => code === "mint")).toMatchObject({ status: "unknown" });
});

test("code that reads its environment and trades that differ by method leave seven tenths of what trading showed", () => {
  const environment = { ORIGIN: 1, EXTCODESIZE: 0, TIMESTAMP: 0, NUMBER: 0, COINBASE: 0, GASPRICE: 0 };
  const opcodes = { selfDestruct: false, delegates: false, environment };
  const sells = [true, true, true].map((ok) => ({ ok, taxBps: 0 }));
  const route = { buy: { ok: true, taxBps: 0 }, sells, short: false };
  const seen = { ...trade, route, selling: { kind: "agreed", pattern: "always", by: "x" } } as const;
  const reliability = (sameBlock: TradeFacts["sameBlock"]) => {
    const known = facts({ opcodes, trade: { ...seen, sameBlock } });
    return doubt(observeRules(rules, known, { observedAt: 1 }), known).find(({ code }) => code === "can_sell")?.reliability;
  };
  expect(reliability({ bought: true, sale: { ok: true, taxBps: 0 } })).toBe(1);
  expect(reliability({ bought: true, sale: { ok: false } })).toBe(0.7);
  expect(reliability({ bought: false, sale: { ok: false } })).toBe(0.7);
});

test("every check has its line, whatever is known of it", () => {
  const checks = [
    ["code"],
    ["self_destruct"],
    ["environment"],
    ["holders_sell"],
    ["cannot_sell_all"],
    ["max_sale"],
    ["tax", "no_tax"],
    ["mint"],
    ["destroy_balance"],
    ["block_holder"],
    ["raise_tax"],
    ["inflating_sale"],
    ["closed_gate"],
    ["take_back"],
    ["hidden_owner"],
    ["leak"],
    ["event_mismatch"],
    ["transfer_guard"],
    ["owner"],
    ["proxy"],
    ["deployer"],
  ];
  const opcodes = {
    selfDestruct: true,
    delegates: false,
    environment: { ORIGIN: 0, EXTCODESIZE: 0, TIMESTAMP: 0, NUMBER: 0, COINBASE: 0, GASPRICE: 0 },
  };
  for (const known of [{ opcodes }, { opcodes, trade: undefined }]) {
    const signals = observe(known);
    for (const codes of checks)
      expect(
        signals.filter(({ code }) => codes.includes(code)),
        codes.join(),
      ).toHaveLength(1);
  }
});

test("without a contract only that is said", () => {
  expect(observe({ isContract: false, trade: undefined }).map(({ code }) => code)).toEqual(["no_code"]);
});
