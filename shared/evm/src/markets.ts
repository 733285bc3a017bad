import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import type { Chain } from "./chains.ts";
import { addressIn } from "./hex.ts";
import type { View } from "./probes.ts";
import { readViews } from "./read-views.ts";
import type { Rpc } from "./rpc.ts";
import { poolManagers, type Venue, venuesOf } from "./venues.ts";
import { views } from "./views.ts";

/** A pool of a token against the wrapped native coin, on whichever exchange. */
export interface MarketPool {
  /** The exchange's name. */
  venue: string;
  /** What its events are: those of a V2 pair, or those of a V3 pool. */
  kind: "v2" | "v3";
  pair: Address;
  /** What it holds now, in the token's smallest unit and in wei; of a V3 pool that is more than what is in range. */
  tokenReserve: bigint;
  coinReserve: bigint;
  /** Wei for one of the token's smallest unit, now. */
  price: number;
}

/** Pools that the factories know, before anything is known about them. */
export interface FoundPools {
  pools: { venue: Venue; pair: Address }[];
  /** Pools of a curve for pegged coins, whose price no reserves tell. */
  stable: Address[];
}

/** What is traded elsewhere than on V2 exchanges, as of one block. */
export interface Markets {
  pools: MarketPool[];
  /** A pool with the stable curve exists; it is not read. */
  stable: boolean;
  /** Tokens that Uniswap V4 pools hold between them, whose trades are not read. Undefined: not known for this chain. */
  inV4: bigint | undefined;
}

const abi = parseAbi([
  "function getPool(address a, address b, uint24 fee) view returns (address)",
  "function getPool(address a, address b, bool stable) view returns (address)",
  "function slot0() view returns (uint160)",
]);
const SELECT = { slot0: encodeFunctionData({ abi, functionName: "slot0" }) };

const byFee = (to: Address, [a, b]: readonly [Address, Address], fee: number): View => ({
  to,
  data: encodeFunctionData({ abi, functionName: "getPool", args: [a, b, fee] }),
});
const byCurve = (to: Address, [a, b]: readonly [Address, Address], stable: boolean): View => ({
  to,
  data: encodeFunctionData({ abi, functionName: "getPool", args: [a, b, stable] }),
});

/** Asks every factory of the chain but the V2 ones for the token's pools against the native coin. @throws UnavailableError */
export async function findPools(rpc: Rpc, { chain, token }: { chain: Chain; token: Address }, signal: AbortSignal): Promise<FoundPools> {
  const tokens = [token, chain.weth] as const;
  const asked = venuesOf(chain.id).flatMap((venue): { venue: Venue; stable: boolean; view: View }[] =>
    venue.kind === "v3"
      ? venue.fees.map((fee) => ({ venue, stable: false, view: byFee(venue.factory, tokens, fee) }))
      : [false, true].map((stable) => ({ venue, stable, view: byCurve(venue.factory, tokens, stable) })),
  );
  const answers = await readViews(
    rpc,
    asked.map(({ view }) => view),
    { tag: "latest", signal },
  );
  const found = asked.flatMap(({ venue, stable }, index) => {
    const pair = addressIn(answers[index] ?? "0x");
    return pair === undefined ? [] : [{ venue, stable, pair }];
  });
  return {
    pools: found.filter(({ stable }) => !stable).map(({ venue, pair }) => ({ venue, pair })),
    stable: found.filter(({ stable }) => stable).map(({ pair }) => pair),
  };
}

/** Reads those pools as of a block: the ones that hold both sides, deepest first. @throws UnavailableError */
export async function readMarkets(
  rpc: Rpc,
  of: { chain: Chain; token: Address; found: FoundPools; tag: Hex },
  signal: AbortSignal,
): Promise<Markets> {
  const { chain, token, found, tag } = of;
  const manager = poolManagers[chain.id];
  const asked = [
    ...(manager ? [views.balanceOf(token, manager)] : []),
    ...found.stable.map((pair) => views.balanceOf(token, pair)),
    ...found.pools.flatMap(({ venue, pair }) => [
      views.balanceOf(token, pair),
      views.balanceOf(chain.weth, pair),
      venue.kind === "v3" ? { to: pair, data: SELECT.slot0 } : views.getReserves(pair),
    ]),
  ];
  const answers = (asked.length > 0 ? await readViews(rpc, asked, { tag, signal }) : []).map(wordsIn);
  const inV4 = manager && answers.shift()?.[0];
  const stable = answers.splice(0, found.stable.length).some(([held = 0n]) => held > 0n);
  const tokenFirst = BigInt(token) < BigInt(chain.weth);
  const pools = found.pools.flatMap(({ venue, pair }): MarketPool[] => {
    const [[tokenReserve = 0n] = [], [coinReserve = 0n] = [], [state] = []] = answers.splice(0, 3);
    if (tokenReserve === 0n || coinReserve === 0n || state === undefined || state === 0n) return [];
    const price = venue.kind === "v3" ? priceOf(state, tokenFirst) : Number(coinReserve) / Number(tokenReserve);
    return [{ venue: venue.name, kind: venue.kind === "v3" ? "v3" : "v2", pair, tokenReserve, coinReserve, price }];
  });
  return { pools: pools.toSorted((a, b) => (a.coinReserve < b.coinReserve ? 1 : -1)), stable, inV4 };
}

/** The price that a V3 pool's `sqrtPriceX96` tells, in wei for one of the token's smallest unit: (sqrtPriceX96 / 2^96)² is token1 for one token0. */
export function priceOf(sqrtPriceX96: bigint, tokenFirst: boolean): number {
  const root = Number(sqrtPriceX96) / 2 ** 96;
  return tokenFirst ? root * root : 1 / (root * root);
}

const wordsIn = (data: Hex | undefined): bigint[] =>
  data === undefined ? [] : (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`));
