import { setImmediate as turn } from "node:timers/promises";
import { UnavailableError, type Upstream } from "@token-sentiment/engine";
import { z } from "zod";
import { isAddressOf } from "./address.ts";

const platforms: ReadonlyMap<string, string> = new Map([
  ["ethereum", "1"],
  ["binance-smart-chain", "56"],
  ["base", "8453"],
  ["solana", "solana"],
]);

const text = z.string().catch("");
const Coin = z.object({ id: text, symbol: text, platforms: z.record(z.string(), z.string().nullable()).catch({}) });
/** Read coin by coin, and so many between two turns of the event loop: all at once they would hold it for seconds. */
const Coins = z.array(z.unknown());
const COINS_A_TURN = 250;
const Found = z.object({ coins: z.array(z.object({ id: z.string(), market_cap_rank: z.number().positive().nullish().catch(undefined) })) });

const NO_COIN: z.infer<typeof Coin> = { id: "", symbol: "", platforms: {} };

/** A contract in a curated list. */
export interface ListedContract {
  contract_address: string;
  /** By market capitalization, 1 the largest; undefined when the coin has none or it was not asked. */
  rank?: number | undefined;
}

/** The coins of a list by `chain SYMBOL`. */
type Listed = ReadonlyMap<string, readonly { id: string; contract_address: string }[]>;

/** Contracts that a curated list knows by symbol. */
export interface CoinList {
  /** Exact symbol on that chain, with ranks where there are several. Waits no longer than `signal`. @throws UnavailableError. */
  contracts(chain: string, symbol: string, signal: AbortSignal): Promise<readonly ListedContract[]>;
}

const DAY_MS = 24 * 3600 * 1000;
const LOAD_MS = 30_000;
/** A first list that was waited for so long is not waited for by others who come: they would stand in the queue behind each other. */
const PATIENCE_MS = 4000;
/** Symbols whose ranks are kept; then they are asked anew. */
const RANKS_MAX = 1000;

/** CoinGecko's list of all coins: megabytes, so read once a day, by one call for all who wait. A list that cannot be renewed serves on. */
export function createCoinList(coingecko: Upstream, now: () => number): CoinList {
  let listed: { at: number; coins: Listed } | undefined;
  let loading: Promise<Listed> | undefined;
  let loadingSince = 0;
  const ranked = new Map<string, { at: number; ranks: ReadonlyMap<string, number | undefined> }>();

  const load = async (): Promise<Listed> => {
    const call = { path: "/coins/list", query: { include_platform: true }, signal: AbortSignal.timeout(LOAD_MS) };
    const coins = new Map<string, { id: string; contract_address: string }[]>();
    for (const [index, told] of (await coingecko.request(Coins, call)).entries()) {
      if (index % COINS_A_TURN === COINS_A_TURN - 1) await turn();
      const { id, symbol, platforms: on } = Coin.safeParse(told).data ?? NO_COIN;
      for (const [platform, address] of Object.entries(on)) {
        const chain = platforms.get(platform);
        if (chain === undefined || !address || !isAddressOf(chain, address)) continue;
        const key = `${chain} ${symbol.toUpperCase()}`;
        const contract_address = chain === "solana" ? address : address.toLowerCase();
        const same = coins.get(key);
        if (same) same.push({ id, contract_address });
        else coins.set(key, [{ id, contract_address }]);
      }
    }
    listed = { at: now(), coins };
    return coins;
  };
  const current = async (signal: AbortSignal): Promise<Listed> => {
    if (listed && now() - listed.at < DAY_MS) return listed.coins;
    if (!loading) {
      loadingSince = now();
      loading = load().finally(() => (loading = undefined));
      loading.catch(() => undefined);
    }
    if (listed) return listed.coins;
    if (now() - loadingSince >= PATIENCE_MS) throw new UnavailableError("coingecko is still being read");
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
  /** The list itself tells no ranks, the search does. */
  const ranksOf = async (symbol: string, signal: AbortSignal): Promise<ReadonlyMap<string, number | undefined>> => {
    const known = ranked.get(symbol);
    if (known && now() - known.at < DAY_MS) return known.ranks;
    const { coins } = await coingecko.request(Found, { path: "/search", query: { query: symbol }, signal });
    const ranks = new Map(coins.map(({ id, market_cap_rank }) => [id, market_cap_rank ?? undefined]));
    if (ranked.size >= RANKS_MAX) ranked.clear();
    ranked.set(symbol, { at: now(), ranks });
    return ranks;
  };
  return {
    async contracts(chain, symbol, signal) {
      const coins = (await current(signal)).get(`${chain} ${symbol.toUpperCase()}`) ?? [];
      if (coins.length < 2) return coins.map(({ contract_address }) => ({ contract_address }));
      try {
        const ranks = await ranksOf(symbol.toUpperCase(), signal);
        return coins.map(({ id, contract_address }) => ({ contract_address, rank: ranks.get(id) }));
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        return coins.map(({ contract_address }) => ({ contract_address }));
      }
    },
  };
}
