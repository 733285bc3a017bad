import { type DexPair, dexPair } from "./dex-pair.ts";
import { base58Like, seeded } from "./seeded.ts";
import { seededHistory } from "./seeded-history.ts";

/** A market that only the search knows. */
interface Market {
  symbol: string;
  /** As DexScreener calls it. */
  chain: string;
  address: string;
  liquidityUsd: number;
}

/**
 * Markets beyond the sandbox's own tokens, so that a search has to choose. WIF lives on Solana (its own symbol bears a `$` there) and has
 * copies of no weight elsewhere; of TWIN there are two on Ethereum that nobody can tell apart by depth.
 */
export const elsewhere: readonly Market[] = [
  { symbol: "$WIF", chain: "solana", address: "EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm", liquidityUsd: 12_345_678 },
  { symbol: "WIF", chain: "bsc", address: "0x5e1f62dac767b0491e3ce72469c217365d5b48cc", liquidityUsd: 1_840 },
  { symbol: "TWIN", chain: "ethereum", address: "0x7b1a0000000000000000000000000000000071b1", liquidityUsd: 90_000 },
  { symbol: "TWIN", chain: "ethereum", address: "0x7b1a0000000000000000000000000000000071b2", liquidityUsd: 310_000 },
  { symbol: "TWINS", chain: "ethereum", address: "0x7b1a0000000000000000000000000000000071b3", liquidityUsd: 9_000_000 },
];

/** One of them as DexScreener writes it. */
export function foreignPair({ symbol, chain, address, liquidityUsd }: Market, now: number): DexPair {
  const example = { coin_symbol: symbol, contract_address: address, chain_id: "solana", note: "", talk: "none" } as const;
  const pool = { chain_id: "solana", token: address, pair: base58Like(seeded(address), 44), priceUsd: 0.5, liquidityUsd } as const;
  const pair = dexPair("solana", seededHistory(example, pool, now), now);
  return { ...pair, chainId: chain, url: `https://dexscreener.com/${chain}/${pair.pairAddress}` };
}

/** What a search turns up before the real pool: the same address on a fork of the chain, for a price of nothing, and a copycat of no depth. */
export function decoys(pair: DexPair): DexPair[] {
  const fork = { chain: "pulsechain", exchange: "pulsex" };
  const copy = `${pair.baseToken.address.slice(0, -4)}${pair.chainId === "solana" ? "copy" : "c0de"}`;
  const nothing = { ...pair.liquidity, usd: 74.92 };
  return [
    {
      ...pair,
      chainId: fork.chain,
      dexId: fork.exchange,
      url: `https://dexscreener.com/${fork.chain}/${pair.pairAddress.toLowerCase()}`,
      quoteToken: { address: "0xA1077a294dDE1B09bB078844df40758a5D0f9a27", name: "Wrapped Pulse", symbol: "WPLS" },
      priceUsd: "0.000009169",
      liquidity: nothing,
    },
    {
      ...pair,
      pairAddress: `${pair.pairAddress.slice(0, -4)}${copy.slice(-4)}`,
      baseToken: { ...pair.baseToken, address: copy },
      priceUsd: "0.00000112",
      liquidity: { ...pair.liquidity, usd: Math.min(900, pair.liquidity.usd / 50) },
    },
  ];
}
