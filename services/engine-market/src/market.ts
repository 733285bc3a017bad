import { defineEngine, type Kit, majorPair, RejectedError, UnavailableError, type Upstream } from "@token-sentiment/engine";
import type { z } from "zod";
import type { Candle } from "./candle.ts";
import { Config } from "./config.ts";
import type { Facts } from "./facts.ts";
import { movementOf, volumeOf } from "./movement.ts";
import { observeMarket } from "./observe-market.ts";
import { fellToday } from "./rules.ts";
import { deepestPool, pairCandles, poolCandles } from "./sources.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The coin whose price a chain's tokens are quoted in. */
const nativeCoin: Readonly<Record<string, string>> = { "1": "ETH", "56": "BNB", "8453": "ETH", solana: "SOL" };

interface Sources {
  dexscreener: Upstream | undefined;
  geckoterminal: Upstream | undefined;
  binance: Upstream | undefined;
}

function openSources({ config, upstream }: Kit<z.infer<typeof Config>>): Sources {
  const open = (name: keyof Sources, baseUrl: string, callsPerMinute: number): Upstream | undefined =>
    baseUrl === "" ? undefined : upstream(name, { baseUrl, budget: { calls: callsPerMinute, perMs: MINUTE } });
  return {
    dexscreener: open("dexscreener", config.ENGINE_DEXSCREENER_URL, 180),
    geckoterminal: open("geckoterminal", config.ENGINE_GECKOTERMINAL_URL, 10),
    binance: open("binance", config.ENGINE_BINANCE_URL, 600),
  };
}

/** Candles, or why there are none. */
type History = { candles: Candle[] } | { why: string };

async function orWhy(asking: Promise<Candle[]> | undefined, off: string): Promise<History> {
  if (!asking) return { why: off };
  try {
    return { candles: await asking };
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return { why: error.message };
  }
}

const candlesIn = (history: History): Candle[] => ("candles" in history ? history.candles : []);

/** What the coin did in the same 24 h; the return is undefined when it could not be read. */
async function referenceOf(binance: Upstream | undefined, coin: string, { signal, now }: Moment): Promise<Facts["reference"]> {
  const pair = majorPair(coin);
  const history = await orWhy(binance && pair !== undefined ? pairCandles(binance, pair, signal) : undefined, "binance is not configured");
  return { coin, dayReturn: movementOf(candlesIn(history), now)?.dayReturn };
}

interface Moment {
  signal: AbortSignal;
  now: number;
}

/** By contract: its deepest pool, that pool's candles, and the coin it is quoted in. */
async function ofContract(sources: Sources, { chain, address }: { chain: string; address: string }, moment: Moment): Promise<Facts> {
  const { dexscreener, geckoterminal, binance } = sources;
  if (!dexscreener) throw new UnavailableError("dexscreener is not configured: no pool of the token can be found");
  const { signal, now } = moment;
  const [pool, reference] = await Promise.all([
    deepestPool(dexscreener, { chain, address }, signal),
    referenceOf(binance, nativeCoin[chain] ?? "ETH", moment),
  ]);
  if (typeof pool === "string") {
    return { pool, candlesFrom: "geckoterminal", withoutCandles: "no pool", movement: undefined, volume: undefined, reference };
  }
  const history = await orWhy(
    geckoterminal && poolCandles(geckoterminal, { chain, address, pool: pool.address }, signal),
    "geckoterminal is not configured",
  );
  return { pool, reference, ...movedIn(history, now), candlesFrom: "geckoterminal" };
}

/** By symbol: a major coin at the reference exchange. */
async function ofMajor(binance: Upstream | undefined, { coin, pair }: { coin: string; pair: string }, moment: Moment): Promise<Facts> {
  if (!binance) throw new UnavailableError("binance is not configured: no price of a major coin can be read");
  const [candles, reference] = await Promise.all([
    pairCandles(binance, pair, moment.signal),
    coin === "BTC" ? undefined : referenceOf(binance, "BTC", moment),
  ]);
  return { pool: undefined, reference, ...movedIn({ candles }, moment.now), candlesFrom: "binance" };
}

const movedIn = (history: History, now: number): Pick<Facts, "movement" | "volume" | "withoutCandles"> => ({
  withoutCandles: "why" in history ? history.why : undefined,
  movement: movementOf(candlesIn(history), now),
  volume: "why" in history ? undefined : volumeOf(history.candles, now),
});

/** Is anything happening at the market, and does the market itself say why: from pools, candles and the coin everything is quoted in. */
export const market = defineEngine({
  name: "market",
  timeoutMs: 10 * SECOND,
  cacheMs: 60 * SECOND,
  needsContract: false,
  config: Config,
  open: (kit) => {
    const sources = openSources(kit);
    return async ({ chain_id, contract_address, coin_symbol }, { signal, now }) => {
      const moment = { signal, now: now() };
      const pair = majorPair(coin_symbol);
      if (contract_address === undefined && pair === undefined) {
        throw new RejectedError("no contract was found for this symbol, and it is no major coin");
      }
      const facts =
        contract_address === undefined && pair !== undefined
          ? await ofMajor(sources.binance, { coin: coin_symbol, pair }, moment)
          : await ofContract(sources, { chain: chain_id, address: contract_address ?? "" }, moment);
      const missing = facts.withoutCandles !== undefined && typeof facts.pool !== "string";
      return {
        ...observeMarket(facts, moment.now),
        partial: missing || (fellToday(facts) && facts.reference?.dayReturn === undefined),
      };
    };
  },
});
