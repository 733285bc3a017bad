import { type History, lastMinutes, liquidityUsd, priceBefore } from "./history.ts";

/** Chains as DexScreener calls them, and the exchange of the sandbox's pools there. */
const dexChains: Readonly<Record<string, { chain: string; exchange: string }>> = {
  "1": { chain: "ethereum", exchange: "uniswap" },
  "56": { chain: "bsc", exchange: "pancakeswap" },
  "8453": { chain: "base", exchange: "uniswap" },
  solana: { chain: "solana", exchange: "raydium" },
};

/** A chain of ours as DexScreener calls it. */
export const chainOf = (chain_id: string): string => dexChains[chain_id]?.chain ?? chain_id;

const WINDOWS = { m5: 5, h1: 60, h6: 360, h24: 1440 } as const;

const cents = (value: number): number => Math.round(value * 100) / 100;
const digits = (value: number): string => Number(value.toPrecision(6)).toString();
const perWindow = <T>(of: (minutes: number) => T): Record<keyof typeof WINDOWS, T> => ({
  m5: of(WINDOWS.m5),
  h1: of(WINDOWS.h1),
  h6: of(WINDOWS.h6),
  h24: of(WINDOWS.h24),
});

/** One pool as DexScreener writes it; changes that are zero are left out, as there. */
export function dexPair(chain_id: string, history: History, now: number) {
  const { chain, exchange } = dexChains[chain_id] ?? { chain: chain_id, exchange: "unknown" };
  const { token, quote, pool, price, coinUsd, reserves, createdAt } = history;
  const tradesOf = (minutes: number) => lastMinutes(history, minutes, now);
  const changes = perWindow((minutes) => cents((price / (priceBefore(history, minutes, now) || price || 1) - 1) * 100));
  const fdv = Math.round(price * token.supply);
  const baseToken = { address: token.address, name: token.name, symbol: token.symbol };
  return {
    chainId: chain,
    dexId: exchange,
    url: `https://dexscreener.com/${chain}/${pool.toLowerCase()}`,
    pairAddress: pool,
    ...(chain_id === "solana" ? {} : { labels: ["v2"] }),
    baseToken,
    quoteToken: quote,
    priceNative: digits(price / coinUsd),
    priceUsd: digits(price),
    txns: perWindow((minutes) => ({
      buys: tradesOf(minutes).filter(({ kind }) => kind === "buy").length,
      sells: tradesOf(minutes).filter(({ kind }) => kind === "sell").length,
    })),
    volume: perWindow((minutes) => cents(tradesOf(minutes).reduce((sum, { volumeUsd }) => sum + volumeUsd, 0))),
    priceChange: Object.fromEntries(Object.entries(changes).filter(([, change]) => change !== 0)),
    liquidity: { usd: cents(liquidityUsd(history)), base: reserves.tokens, quote: reserves.coins },
    fdv,
    marketCap: fdv,
    pairCreatedAt: createdAt,
    info: { websites: [], socials: [{ type: "telegram", url: `https://t.me/${baseToken.symbol.toLowerCase()}_sandbox` }] },
  };
}
export type DexPair = ReturnType<typeof dexPair>;
