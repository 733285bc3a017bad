import { observeRules } from "@token-sentiment/engine";
import { chainOf, type Pool, type Snapshot } from "@token-sentiment/evm";
import { expect, test } from "vitest";
import { eventOf } from "../event.ts";
import type { Day, Facts, Shares } from "../facts.ts";
import { rules } from "./rules.ts";

const chain = chainOf("1") ?? expect.fail("chain 1 is in the table");
const [exchange] = chain.exchanges;
const token = "0x1111111111111111111111111111111111111111";
const pool: Pool = {
  exchange: exchange ?? expect.fail("it has an exchange"),
  pair: token,
  tokenReserve: 1n,
  coinReserve: 100n * 10n ** 18n,
};
const snapshot: Snapshot = {
  chain,
  token,
  block: { number: 1n, tag: "0x1", time: 1n },
  code: "0x60",
  logic: "0x60",
  proxy: undefined,
  owner: undefined,
  supply: 1n,
  keys: [],
  pools: [pool],
  buyers: undefined,
  minimal: false,
  handovers: undefined,
  balanceSlot: undefined,
};
const calm: Day = {
  hours: 24,
  trades: 9,
  volume: 10,
  deepest: 100,
  movement: { drawdown: 0.05, net: 0, rise: 0 },
  removal: { share: 0, byOne: 0, account: "" },
  sales: { sellers: 9, coins: 5, top1: 0.3, top2: 0.5 },
  roundTrips: { share: 0, accounts: 0 },
  ownerSold: undefined,
};
const held: Shares = { burned: 1, locked: 0, owner: 0 };
const facts = (day: Partial<Day> = {}, shares: Shares = held): Facts => ({ snapshot, pool, day: { ...calm, ...day }, shares });
const observed = (of: Facts) => observeRules(rules, of, { observedAt: 0 });
const rows = (of: Facts, code: string) => observed(of).filter((signal) => signal.code === code);

test.each([0, 0.05, 0.1, 0.29, 0.3, 0.59, 0.6, 1])("a fall of %d has one row, in a long window and in a short one", (drawdown) => {
  for (const hours of [24, 6, 0.5]) expect(rows(facts({ hours, movement: { drawdown, net: 0, rise: 0 } }), "drawdown")).toHaveLength(1);
});

test.each([0, 0.1, 0.2, 0.5, 0.51, 0.79, 0.8, 1])("a share of %d taken out has one row", (share) => {
  for (const byOne of [share, share / 10]) {
    for (const hours of [24, 0.5]) expect(rows(facts({ hours, removal: { share, byOne, account: "0xa" } }), "lp_removed")).toHaveLength(1);
  }
});

test("a pool is drained only when one account took it", () => {
  const removal = { share: 0.9, account: "0xa" };
  expect(rows(facts({ removal: { ...removal, byOne: 0.9 } }), "lp_removed")[0]?.critical).toBe(true);
  expect(rows(facts({ removal: { ...removal, byOne: 0.1 } }), "lp_removed")[0]).toMatchObject({ status: "hit", severity: 3 });
  expect(rows(facts({ removal: { ...removal, byOne: 0.1 } }), "lp_removed")[0]?.critical).toBeUndefined();
});

test.each([
  { burned: 0.95, locked: 0, owner: 0 },
  { burned: 0.5, locked: 0.45, owner: 0 },
  { burned: 0.1, locked: 0, owner: 0.9 },
  { burned: 0.2, locked: 0.2, owner: 0.5 },
])("who holds the pool has one row: $burned burned, $locked locked, $owner the owner's", (shares) => {
  expect(rows(facts({}, shares), "lp_held")).toHaveLength(1);
});

test.each([
  { sellers: 4, coins: 50, top1: 0.9, top2: 1, status: "inconclusive" },
  { sellers: 5, coins: 0.5, top1: 0.9, top2: 1, status: "inconclusive" },
  { sellers: 5, coins: 50, top1: 0.9, top2: 1, status: "hit" },
  { sellers: 20, coins: 50, top1: 0.1, top2: 0.2, status: "clear" },
  { sellers: 19, coins: 50, top1: 0.1, top2: 0.2, status: "hit" },
])("$sellers sellers of $coins coins, the largest $top1: $status, once", ({ status, ...sales }) => {
  expect(rows(facts({ sales }), "sell_concentration").map((signal) => signal.status)).toEqual([status]);
});

test("a window too short clears nothing", () => {
  const clear = observed(facts({ hours: 1, ownerSold: { supplyShare: 0, coins: 0 } })).filter(({ status }) => status === "clear");
  expect(clear.map(({ code }) => code)).toEqual(["lp_held"]);
});

test("what was not read is unknown, weighs nothing and is no measured calm", () => {
  const nothing: Facts = { snapshot, pool, day: undefined, shares: undefined };
  expect(observed(nothing).map(({ code, status }) => `${code}: ${status}`)).toEqual(["no_logs: unknown", "lp_unknown: unknown"]);
  expect(eventOf(nothing)).toBeUndefined();
  expect(eventOf(facts({ trades: 0, volume: 0, movement: { drawdown: 0, net: 0, rise: 0 } }))).toBe(0);
});

test("in a pool too small to judge a drain and a fall are neither critical, nor evidence, nor an event", () => {
  const removal = { share: 1, byOne: 1, account: "0xa" };
  const small = facts({ deepest: 0.01, removal, movement: { drawdown: 0.9, net: 0, rise: 0 }, volume: 9 });
  expect(observed(small).map(({ status, text }) => ({ status, text }))).toEqual([
    { status: "inconclusive", text: "the pool is too small to judge: 0.01 ETH at its deepest" },
  ]);
  expect(observed(small)[0]?.weights).toEqual({ real_crash: 0, false_fud: 0, whale_manipulation: 0 });
  expect(eventOf(small)).toBeUndefined();
  expect(rows(facts({ deepest: 2, removal }), "lp_removed")[0]?.critical).toBe(true);
  expect(rows(facts({ deepest: 2 }), "small_pool")).toEqual([]);
});

test("nor do a small pool's burned shares speak for the token when no logs are granted", () => {
  const tiny: Facts = { snapshot, pool: { ...pool, coinReserve: 10n ** 16n }, day: undefined, shares: held };
  expect(observed(tiny).map(({ code }) => code)).toEqual(["no_logs", "small_pool"]);
});

test("an event begins at a fall of a fifth, and stays within 1", () => {
  expect(eventOf(facts({ movement: { drawdown: 0.2, net: 0, rise: 0 } }))).toBeCloseTo(0.3);
  expect(eventOf(facts({ movement: { drawdown: 1, net: -1, rise: 9 } }))).toBe(1);
  expect(eventOf(facts({ volume: 600 }))).toBeCloseTo(0.3);
});
