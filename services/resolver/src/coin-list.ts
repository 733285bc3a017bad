import { UnavailableError, type Upstream } from "@token-sentiment/engine";
import { z } from "zod";
import { isAddressOf } from "./address.ts";

const platforms: Readonly<Record<string, string>> = { ethereum: "1", "binance-smart-chain": "56", base: "8453", solana: "solana" };

const Coins = z.array(z.object({ symbol: z.string().catch(""), platforms: z.record(z.string(), z.string().nullable()).catch({}) }));

/** A coin list by `chain SYMBOL`: the contracts listed under that symbol. */
type Listed = ReadonlyMap<string, readonly string[]>;

/** Contracts that a curated list knows by symbol. */
export interface CoinList {
  /** Exact symbol on that chain. Waits for the list no longer than `signal`. @throws UnavailableError. */
  contracts(chain: string, symbol: string, signal: AbortSignal): Promise<readonly string[]>;
}

const DAY_MS = 24 * 3600 * 1000;
const LOAD_MS = 30_000;

/** CoinGecko's list of all coins: megabytes, so read once a day, by one call for all who wait. A list that cannot be renewed serves on. */
export function createCoinList(coingecko: Upstream, now: () => number): CoinList {
  let listed: { at: number; coins: Listed } | undefined;
  let loading: Promise<Listed> | undefined;

  const load = async (): Promise<Listed> => {
    const call = { path: "/coins/list", query: { include_platform: true }, signal: AbortSignal.timeout(LOAD_MS) };
    const coins = new Map<string, string[]>();
    for (const { symbol, platforms: on } of await coingecko.request(Coins, call)) {
      for (const [platform, address] of Object.entries(on)) {
        const chain = platforms[platform];
        if (chain === undefined || !address || !isAddressOf(chain, address)) continue;
        const key = `${chain} ${symbol.toUpperCase()}`;
        coins.set(key, [...(coins.get(key) ?? []), chain === "solana" ? address : address.toLowerCase()]);
      }
    }
    listed = { at: now(), coins };
    return coins;
  };
  const current = async (signal: AbortSignal): Promise<Listed> => {
    if (listed && now() - listed.at < DAY_MS) return listed.coins;
    loading ??= load().finally(() => (loading = undefined));
    loading.catch(() => undefined);
    if (listed) return listed.coins;
    const late = Promise.withResolvers<never>();
    const stop = () => late.reject(new UnavailableError("coingecko is still being read"));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    try {
      return await Promise.race([loading, late.promise]);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  };
  return {
    async contracts(chain, symbol, signal) {
      const coins = await current(signal);
      return coins.get(`${chain} ${symbol.toUpperCase()}`) ?? [];
    },
  };
}
