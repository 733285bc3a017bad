import { observeRules } from "@token-sentiment/engine";
import { chainOf, type MarketPool, type Snapshot } from "@token-sentiment/evm";
import { expect, test } from "vitest";
import { eventOf } from "../event.ts";
import type { Day, Facts, Holders, Shares } from "../facts.ts";
import { checks, rules } from "./rules.ts";

const chain = chainOf("1") ?? expect.fail("chain 1 is in the table");
const token = "0x1111111111111111111111111111111111111111";
const pool: MarketPool = {
  venue: "Uniswap V2",
  kind: "v2",
  price: 1e20,
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
  pools: [],
  buyers: undefined,
  minimal: false,
  handovers: undefined,
  balanceSlot: undefined,
};
const calm: Day = {
  source: "eth_getLogs",
  hours: 24,
  cut: "",
  start: 100,
  recent: { hour: 0, sixHours: 0 },
  breadth: undefined,
  trades: 9,
  volume: 10,
  deepest: 100,
  movement: { drawdown: 0.05, net: 0, rise: 0 },
  removal: { share: 0, byOne: 0, account: "" },
  sales: { sellers: 9, coins: 5, top1: 0.3, top2: 0.5, top3: 0.6 },
  roundTrips: { share: 0, accounts: 0 },
  insidersSold: undefined,
};
const held: Shares = { burned: 1, locked: 0, owner: 0, ending: 0, unread: 0 };
const still: Holders = {
  hours: 24,
  supplyJump: { share: 0, born: false, sold: false },
  large: { count: 0, share: 0 },
  inflow: { share: 0, transfers: 0 },
  funding: { source: "", sellers: 0, share: 0 },
  concentration: { top10: 0.3, hhi: 0.02, nakamoto: undefined, accounts: 40 },
  whales: { out: 0, holders: 20 },
};
const base = {
  snapshot,
  pool,
  others: [],
  unread: { v4: 0, stable: false },
  holders: still,
  topTenTold: undefined,
  age: { over: 7, under: 180 },
};
const facts = (day: Partial<Day> = {}, shares: Shares = held): Facts => ({ ...base, day: { ...calm, ...day }, shares });
const withHolders = (holders: Partial<Holders>): Facts => ({ ...facts(), holders: { ...still, ...holders } });
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
  { burned: 0.95, locked: 0, owner: 0, status: "clear" },
  { burned: 0.5, locked: 0.45, owner: 0, status: "clear" },
  { burned: 0.1, locked: 0, owner: 0.9, status: "hit" },
  { burned: 0.2, locked: 0.2, owner: 0.5, status: "hit" },
  { burned: 0, locked: 0, owner: 0, ending: 1, status: "hit" },
  { burned: 0, locked: 0, owner: 0, unread: 1, status: "inconclusive" },
])(
  "who holds the pool has one row: $burned burned, $locked locked, $ending free soon, $owner the owner's: $status",
  ({ status, ...of }) => {
    expect(rows(facts({}, { ending: 0, unread: 0, ...of }), "lp_held").map((signal) => signal.status)).toEqual([status]);
  },
);

test.each([
  { sellers: 4, coins: 50, top1: 0.9, top2: 1, status: "inconclusive" },
  { sellers: 5, coins: 0.5, top1: 0.9, top2: 1, status: "inconclusive" },
  { sellers: 5, coins: 50, top1: 0.9, top2: 1, status: "hit" },
  { sellers: 20, coins: 50, top1: 0.1, top2: 0.2, status: "clear" },
  { sellers: 19, coins: 50, top1: 0.1, top2: 0.2, status: "hit" },
])("$sellers sellers of $coins coins, the largest $top1: $status, once", ({ status, ...sales }) => {
  expect(rows(facts({ sales: { ...sales, top3: 1 } }), "sell_concentration").map((signal) => signal.status)).toEqual([status]);
});

test("a window too short clears nothing", () => {
  const short = {
    ...facts({ hours: 1, insidersSold: { supplyShare: 0, coins: 0, accounts: 1, deployer: true } }),
    holders: { ...still, hours: 1 },
  };
  const clear = observed(short).filter(({ status }) => status === "clear");
  // what stands as it is at the end of any window, and weighs nothing but for the shares
  expect(clear.map(({ code }) => code)).toEqual(["lp_held", "depth", "churn", "round_trips"]);
  expect(clear.filter(({ weights }) => weights.false_fud > 0).map(({ code }) => code)).toEqual(["lp_held"]);
});

const nothing: Facts = { ...base, day: undefined, holders: undefined, shares: undefined, age: undefined };
const ids = Array.from({ length: 17 }, (_, index) => `O${String(index + 1).padStart(2, "0")}`);

test.each([
  ["everything is known", facts()],
  ["no logs are granted", nothing],
  ["there is no pool", { ...nothing, pool: undefined }],
  ["there is no contract", { ...nothing, pool: undefined, snapshot: { ...snapshot, code: "0x" } }],
  ["the pool is tiny", facts({ deepest: 0.001 })],
  ["the pool is a V3 pool", { ...facts(), pool: { ...pool, kind: "v3" }, shares: undefined }],
] satisfies [string, Facts][])("each of the 17 checks answers once when %s", (_, of) => {
  const answered = observed(of).flatMap(({ values }) => (values["check"] === undefined ? [] : [String(values["check"])]));
  expect(answered.toSorted()).toEqual(ids);
  expect(new Set(checks.map(({ code }) => code)).size).toBe(17);
});

test("what was not read is unknown, weighs nothing and is no measured calm", () => {
  const silent = observed(nothing).filter(({ status, code }) => status !== "unknown" && code !== "depth");
  expect(silent).toEqual([]);
  expect(observed(nothing).every(({ weights }) => Object.values(weights).every((weight) => weight === 0))).toBe(true);
  expect(rows(nothing, "drawdown")[0]?.text).toBe("price drawdown unknown: no endpoint grants its logs");
  expect(eventOf(nothing)).toBeUndefined();
  expect(eventOf(facts({ trades: 0, volume: 0, movement: { drawdown: 0, net: 0, rise: 0 } }))).toBe(0);
});

test("in a pool too small to judge a drain and a fall are neither critical, nor evidence, nor an event", () => {
  const removal = { share: 1, byOne: 1, account: "0xa" };
  const small = facts({ deepest: 0.01, removal, movement: { drawdown: 0.9, net: 0, rise: 0 }, volume: 9 });
  const ofPool = new Set(checks.filter((check) => check.ofPool).map(({ code }) => code));
  expect(observed(small).find(({ code }) => code === "small_pool")?.text).toBe("the pool is too small to judge: 0.01 ETH at its deepest");
  const said = observed(small).filter(({ code }) => ofPool.has(code));
  expect(said.map(({ status }) => status)).toEqual(said.map(() => "unknown"));
  expect(said.every(({ text }) => text.endsWith("unknown: the pool is too small to judge"))).toBe(true);
  expect(eventOf(small)).toBeUndefined();
  expect(rows(facts({ deepest: 2, removal }), "lp_removed")[0]?.critical).toBe(true);
  expect(rows(facts({ deepest: 2 }), "small_pool")).toEqual([]);
});

test("nor do a small pool's burned shares speak for the token when no logs are granted", () => {
  const tiny: Facts = { ...nothing, pool: { ...pool, coinReserve: 10n ** 16n }, shares: held };
  expect(observed(tiny).filter(({ status }) => status === "clear")).toEqual([]);
});

test("a drain whose coins lie in the token's other pools is a market that may have moved, not a proven drain", () => {
  const removal = { share: 1, byOne: 1, account: "0xa" };
  const other: MarketPool = { ...pool, venue: "Uniswap V3", kind: "v3", coinReserve: 60n * 10n ** 18n };
  const moved = rows({ ...facts({ removal }), others: [other] }, "lp_removed")[0];
  expect(moved).toMatchObject({ status: "inconclusive", values: { elsewhere: 60 } });
  expect(moved?.critical).toBeUndefined();
  const few = { ...other, coinReserve: 40n * 10n ** 18n };
  expect(rows({ ...facts({ removal }), others: [few] }, "lp_removed")[0]?.critical).toBe(true);
});

test("few known holders clear nobody: whales that sleep are in no log; a full count does", () => {
  const few = withHolders({ concentration: { top10: 0.05, hhi: 0.001, nakamoto: undefined, accounts: 40 } });
  expect(rows(few, "holder_concentration")[0]).toMatchObject({ status: "inconclusive", weights: { real_crash: 0, false_fud: 0 } });
  expect(rows(few, "holder_concentration")[0]?.text).toContain("observed lower bound");
  expect(rows({ ...nothing, topTenTold: 0.1 }, "holder_concentration")[0]?.status).toBe("clear");
  expect(rows({ ...nothing, topTenTold: 0.8 }, "holder_concentration")[0]).toMatchObject({ status: "hit", source: "geckoterminal" });
});

test.each([
  [{ supplyJump: { share: 0.02, born: false, sold: false } }, "supply_jump", "hit"],
  [{ supplyJump: { share: 0.005, born: false, sold: true } }, "supply_jump", "clear"],
  [{ large: { count: 3, share: 0.04 } }, "large_transfers", "hit"],
  [{ large: { count: 2, share: 0.04 } }, "large_transfers", "clear"],
  [{ inflow: { share: 0.011, transfers: 1 } }, "exchange_inflow", "hit"],
  [{ inflow: { share: 0.01, transfers: 1 } }, "exchange_inflow", "inconclusive"],
  [{ inflow: undefined }, "exchange_inflow", "unknown"],
  [{ whales: { out: 0.06, holders: 20 } }, "whale_flow", "hit"],
  [{ whales: { out: 0.01, holders: 20 } }, "whale_flow", "inconclusive"],
  [{ funding: { source: "0xa", sellers: 3, share: 0.4 } }, "common_funding", "hit"],
  [{ funding: { source: "0xa", sellers: 3, share: 0.01 } }, "common_funding", "inconclusive"],
  [{ concentration: { top10: 0.51, hhi: 0.1, nakamoto: 10, accounts: 40 } }, "holder_concentration", "hit"],
  [{ concentration: { top10: 0.3, hhi: 0.26, nakamoto: 10, accounts: 40 } }, "holder_concentration", "hit"],
] satisfies [Partial<Holders>, string, string][])("%o: %s is %s", (holders, code, status) => {
  expect(rows(withHolders(holders), code).map((signal) => signal.status)).toEqual([status]);
});

test("a supply that was inflated and sold decides alone, one that only grew does not", () => {
  const critical = (supplyJump: Holders["supplyJump"]) => rows(withHolders({ supplyJump }), "supply_jump")[0]?.critical;
  expect(critical({ share: 0.5, born: false, sold: true })).toBe(true);
  expect(critical({ share: 9, born: false, sold: false })).toBeUndefined();
  expect(critical({ share: 0.1, born: false, sold: true })).toBeUndefined();
});

test("many that sell a little each, with the liquidity in place, is breadth; one of the three missing is not", () => {
  const breadth = { sellers: 31, buyers: 12, measured: 31, medianSold: 0.12 };
  const sales = { sellers: 31, coins: 20, top1: 0.1, top2: 0.2, top3: 0.25 };
  const status = (day: Partial<Day>) => rows(facts({ breadth, sales, ...day }), "breadth")[0]?.status;
  expect(status({})).toBe("clear");
  expect(status({ sales: { ...sales, top1: 0.3 } })).toBe("inconclusive");
  expect(status({ breadth: { ...breadth, medianSold: 0.5 } })).toBe("inconclusive");
  expect(status({ removal: { share: 0.5, byOne: 0.1, account: "0xa" } })).toBe("inconclusive");
  expect(status({ breadth: { ...breadth, measured: 3 } })).toBe("unknown");
});

test.each([
  [{ over: 0.2, under: 0.2 }, "hit", "the pool is 5 hours old"],
  [{ over: 0, under: 1 }, "hit", "the pool is less than 1 day old"],
  [{ over: 1, under: 7 }, "inconclusive", "the pool is between 1 and 7 days old"],
  [{ over: 180, under: undefined }, "clear", "the pool is more than 180 days old"],
  [undefined, "unknown", "age of the pool unknown: the node keeps no state so old"],
])("an age of %o is %s: %s", (age, status, text) => {
  expect(rows({ ...facts(), age }, "token_age")[0]).toMatchObject({ status, text });
});

test("pools that disagree about the price are told, and a tiny one is not asked", () => {
  const other = { ...pool, venue: "Uniswap V3", price: pool.price * 1.09 };
  expect(rows({ ...facts(), others: [other] }, "price_agreement")[0]).toMatchObject({ status: "hit", values: { apart: 0.09 } });
  expect(rows({ ...facts(), others: [{ ...other, price: pool.price }] }, "price_agreement")[0]?.status).toBe("clear");
  expect(rows({ ...facts(), others: [{ ...other, coinReserve: 1n }] }, "price_agreement")[0]?.status).toBe("unknown");
});

test("coins that left a pool without its shares, and a thin pool, are told", () => {
  expect(rows(facts({ start: 300 }), "depth")[0]).toMatchObject({ status: "hit", severity: 2 });
  expect(rows(facts({ start: 300, removal: { share: 0.6, byOne: 0.6, account: "" } }), "depth")[0]?.status).toBe("clear");
  expect(rows({ ...facts({ start: 3 }), pool: { ...pool, coinReserve: 3n * 10n ** 18n } }, "depth")[0]).toMatchObject({
    status: "hit",
    severity: 1,
  });
});

test("what nobody reads is said: Uniswap V4 and pools with a stable curve", () => {
  const codes = (unread: Facts["unread"]) => observed({ ...facts(), unread }).map(({ code }) => code);
  expect(codes({ v4: 0.2, stable: true })).toEqual(expect.arrayContaining(["unread_v4", "unread_stable"]));
  expect(codes({ v4: 0, stable: false })).not.toContain("unread_v4");
});

test("a window that was cut says why in its lines", () => {
  const [line] = rows(facts({ hours: 7, cut: "cut after 12 calls and 9000 logs" }), "drawdown");
  expect(line?.text).toBe("max drawdown 5.0 % in 7 h (cut after 12 calls and 9000 logs), net +0.0 %, over 9 trades");
});

test("an event begins at a fall of a fifth, and stays within 1", () => {
  expect(eventOf(facts({ movement: { drawdown: 0.2, net: 0, rise: 0 } }))).toBeCloseTo(0.3);
  expect(eventOf(facts({ movement: { drawdown: 1, net: -1, rise: 9 } }))).toBe(1);
  expect(eventOf(facts({ volume: 600 }))).toBeCloseTo(0.3);
});
