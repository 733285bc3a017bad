import { expect, test } from "vitest";
import { choose } from "./choose.ts";
import { marketsOf } from "./markets.ts";

const address = (n: number): string => `0x${String(n).padStart(40, "0")}`;
const pair = (n: number, usd: number | undefined, { symbol = "PEPE", chain = "ethereum" } = {}) => ({
  chainId: chain,
  dexId: "uniswap",
  pairAddress: address(900 + n),
  baseToken: { address: address(n), symbol },
  quoteToken: { address: address(999), symbol: "WETH" },
  liquidity: usd === undefined ? undefined : { usd },
});
const chosen = (pairs: ReturnType<typeof pair>[], listed: number[] = [], ranks: (number | undefined)[] = []) =>
  choose({
    chain: "1",
    listed: listed.map((n, index) => ({ contract_address: address(n), rank: ranks[index] })),
    markets: marketsOf("PEPE", pairs),
  });

test("the deepest contract of exactly that symbol on that chain is meant", () => {
  const decoys = [
    pair(1, 9e9, { chain: "pulsechain" }),
    pair(2, 8e9, { symbol: "PEPE2" }),
    { ...pair(3, 7e9), baseToken: { address: address(999), symbol: "WETH" }, quoteToken: { address: address(3), symbol: "PEPE" } },
  ];
  expect(chosen([...decoys, pair(5, 200), pair(4, 50_000)])).toMatchObject({
    contract_address: address(4),
    ambiguous: false,
    by: "search",
  });
});

test("several pools of one contract are one market, as deep as its deepest", () => {
  expect(chosen([pair(1, 100), pair(1, 60_000), pair(2, 50)]).candidates).toEqual([
    { chain_id: "1", contract_address: address(1), liquidity_usd: 60_000 },
    { chain_id: "1", contract_address: address(2), liquidity_usd: 50 },
  ]);
});

test("a fifth of the depth is too close to call, less is not", () => {
  expect(chosen([pair(1, 50_000), pair(2, 10_000)]).ambiguous).toBe(true);
  expect(chosen([pair(1, 50_000), pair(2, 9_999)]).ambiguous).toBe(false);
});

test("a listed contract is meant even when a copy is deeper, and that is ambiguous", () => {
  expect(chosen([pair(1, 90_000), pair(2, 50_000)], [2])).toMatchObject({ contract_address: address(2), ambiguous: true, by: "list" });
});

test("listed contracts whose depth nobody told cannot be told apart", () => {
  expect(chosen([], [1, 2])).toMatchObject({ contract_address: address(1), ambiguous: true });
  expect(chosen([], [1])).toMatchObject({ contract_address: address(1), ambiguous: false });
});

test("of several listed ones the best ranked is meant, even where another is deeper; a rank far behind is no rival", () => {
  expect(chosen([pair(1, 9_000), pair(2, 1_000)], [1, 2], [800, 100])).toMatchObject({ contract_address: address(2), ambiguous: true });
  expect(chosen([], [1, 2], [800, 100])).toMatchObject({ contract_address: address(2), ambiguous: false });
  expect(chosen([], [1, 2], [400, 100])).toMatchObject({ contract_address: address(2), ambiguous: true });
  expect(chosen([], [1, 2], [undefined, 4000])).toMatchObject({ contract_address: address(2), ambiguous: false });
  expect(chosen([pair(1, 9_000), pair(2, 1_000)], [1, 2])).toMatchObject({ contract_address: address(1), ambiguous: false });
});

test("a listed contract that the search did not show may be the one that is meant", () => {
  expect(chosen([pair(2, 300)], [1, 2])).toMatchObject({ contract_address: address(2), ambiguous: true });
  expect(chosen([pair(2, 300), pair(3, undefined)], [2])).toMatchObject({ contract_address: address(2), ambiguous: false });
});

test("several contracts of unknown depth, none of them listed, cannot be told apart", () => {
  expect(chosen([pair(1, undefined), pair(2, undefined)])).toMatchObject({ by: "search", ambiguous: true });
  expect(chosen([pair(1, undefined)]).ambiguous).toBe(false);
  expect(chosen([pair(1, undefined), pair(2, undefined)], [1]).ambiguous).toBe(false);
});

test("where there is none, what there is elsewhere is told", () => {
  const found = chosen([pair(1, 5_000, { chain: "bsc" }), pair(2, 90_000, { chain: "base" })]);
  expect(found).toMatchObject({ by: "nobody", ambiguous: false });
  expect(found.contract_address).toBeUndefined();
  expect(found.candidates.map(({ chain_id }) => chain_id)).toEqual(["8453", "56"]);
});

test("what is no address of its chain is no contract", () => {
  const named = (text: string, chain: string) => ({ ...pair(1, 9e9, { chain }), baseToken: { address: text, symbol: "PEPE" } });
  const wrong = [
    named("visit_my_site_dot_com", "ethereum"),
    named(`0x${"1".repeat(41)}`, "base"),
    named("So1ana111111111111112", "solana"),
  ];
  expect(chosen(wrong).candidates).toEqual([]);
  const bonk = "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263";
  expect(chosen([...wrong, named(bonk, "solana")]).candidates).toMatchObject([{ contract_address: bonk }]);
});

test("no more candidates than a fact may hold, the chosen one first", () => {
  const found = chosen(Array.from({ length: 30 }, (_, n) => pair(n, 1000 + n)));
  expect(found.candidates).toHaveLength(10);
  expect(found.candidates[0]?.contract_address).toBe(found.contract_address);
});
