import { expect, test } from "vitest";
import { DexPairs } from "./dex-pairs.ts";

const deep = {
  chainId: "ethereum",
  pairAddress: "0xpool",
  baseToken: { address: "0xaa", symbol: "ANY" },
  quoteToken: { address: "0xbb", symbol: "WETH" },
  liquidity: { usd: 5_000_000 },
};

test.for<object>([
  { priceUsd: null },
  { priceUsd: "0" },
  { pairCreatedAt: null },
  { dexId: null },
  { volume: null },
  { volume: { h24: null } },
  { txns: null },
  { txns: { h24: null } },
  { txns: { h24: { buys: 1, sells: null } } },
  { quoteToken: null },
  { quoteToken: undefined },
  { quoteToken: { address: null, symbol: null } },
])("a pool keeps its depth when it comes with %j", (odd) => {
  const [pool] = DexPairs.parse([{ ...deep, ...odd }]);
  expect(pool?.liquidity?.usd).toBe(5_000_000);
});

test.for<[object, unknown]>([
  [{ liquidity: null }, undefined],
  [{ liquidity: { usd: null } }, undefined],
  [{ liquidity: { usd: "much" } }, undefined],
])("a pool with %j is one of unknown depth", ([odd, usd]) => {
  const [pool] = DexPairs.parse([{ ...deep, ...odd }]);
  expect(pool).toMatchObject({ pairAddress: "0xpool" });
  expect(pool?.liquidity?.usd).toBe(usd);
});

test.for<object>([{ chainId: null }, { pairAddress: "" }, { baseToken: { address: null } }])("a pool with %j is none", (odd) => {
  expect(DexPairs.parse([{ ...deep, ...odd }, deep])).toHaveLength(1);
  expect(DexPairs.safeParse([{ ...deep, ...odd }]).success).toBe(false);
});
