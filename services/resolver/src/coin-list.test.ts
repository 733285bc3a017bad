import { UnavailableError, type Upstream } from "@token-sentiment/engine";
import { expect, test } from "vitest";
import { createCoinList } from "./coin-list.ts";

const DAY_MS = 86_400_000;
const address = (n: number): string => `0x${String(n).padStart(40, "0")}`;
const coin = (id: string, symbol: string, n: number) => ({ id, symbol, platforms: { ethereum: address(n) } });
const signal = new AbortController().signal;

/** A list with one PEPE and two GEMs, at a time that a test may change, and what was asked. */
function open({ ranksFail = false } = {}) {
  const asked: string[] = [];
  const clock = { now: 0 };
  const answers: Record<string, unknown> = {
    "/coins/list": [coin("pepe", "pepe", 1), coin("gem-one", "gem", 2), coin("gem-two", "GEM", 3)],
    "/search": { coins: [{ id: "gem-two", market_cap_rank: 50 }, { id: "gem-one", market_cap_rank: null }, { id: "gemini" }] },
  };
  const upstream: Upstream = {
    circuit: "closed",
    request: async (schema, { path = "" }) => {
      asked.push(path);
      if (ranksFail && path === "/search") throw new UnavailableError("coingecko answered 429");
      return schema.parse(answers[path]);
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  return { asked, clock, coins: createCoinList(upstream, () => clock.now) };
}

test("ranks are asked only where several coins share a symbol, once a day, as the list is", async () => {
  const { asked, clock, coins } = open();
  expect(await coins.contracts("1", "PEPE", signal)).toEqual([{ contract_address: address(1) }]);
  expect(await coins.contracts("1", "NONE", signal)).toEqual([]);
  expect(asked).toEqual(["/coins/list"]);
  const gems = [
    { contract_address: address(2), rank: undefined },
    { contract_address: address(3), rank: 50 },
  ];
  expect(await coins.contracts("1", "GEM", signal)).toEqual(gems);
  clock.now = DAY_MS - 1;
  expect(await coins.contracts("1", "gem", signal)).toEqual(gems);
  expect(asked).toEqual(["/coins/list", "/search"]);
  clock.now = DAY_MS;
  await coins.contracts("1", "GEM", signal);
  expect(asked.filter((path) => path === "/search")).toHaveLength(2);
  expect(asked.filter((path) => path === "/coins/list")).toHaveLength(2);
});

test("ranks that cannot be asked cost the ranks, not the contracts", async () => {
  const { coins } = open({ ranksFail: true });
  expect(await coins.contracts("1", "GEM", signal)).toEqual([{ contract_address: address(2) }, { contract_address: address(3) }]);
});

test("who comes when a first list has been waited for long enough does not wait for it too", async () => {
  const clock = { now: 0 };
  const upstream: Upstream = {
    circuit: "closed",
    request: () => new Promise(() => undefined),
    [Symbol.asyncDispose]: async () => undefined,
  };
  const coins = createCoinList(upstream, () => clock.now);
  const first = new AbortController();
  const waiting = coins.contracts("1", "PEPE", first.signal);
  clock.now = 4000;
  await expect(coins.contracts("1", "PEPE", signal)).rejects.toThrow("coingecko is still being read");
  first.abort();
  await expect(waiting).rejects.toThrow("coingecko is still being read");
});

test("a long list leaves turns of the event loop to others, and what is no coin in it is left out", async () => {
  const long = [7, ...Array.from({ length: 2000 }, (_, n) => coin(`c${n}`, `c${n}`, n))];
  const upstream: Upstream = {
    circuit: "closed",
    request: async (schema) => schema.parse(long),
    [Symbol.asyncDispose]: async () => undefined,
  };
  let turns = 0;
  const count = (): void => {
    turns++;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  expect(await createCoinList(upstream, () => 0).contracts("1", "C1999", signal)).toEqual([{ contract_address: address(1999) }]);
  clearImmediate(counting);
  expect(turns).toBeGreaterThanOrEqual(7);
});

test("platforms and symbols that are names of an object's own parts are nothing else", async () => {
  const list: unknown[] = [
    { id: "one", symbol: "constructor", platforms: { constructor: address(1), ethereum: address(2) } },
    { id: "two", symbol: "__proto__", platforms: { ethereum: address(3) } },
  ];
  const upstream: Upstream = {
    circuit: "closed",
    request: async (schema) => schema.parse(list),
    [Symbol.asyncDispose]: async () => undefined,
  };
  const coins = createCoinList(upstream, () => 0);
  expect(await coins.contracts("1", "CONSTRUCTOR", signal)).toEqual([{ contract_address: address(2) }]);
  expect(await coins.contracts("1", "__PROTO__", signal)).toEqual([{ contract_address: address(3) }]);
});
