import { defineEngine, type Kit, majorPair, RejectedError, UnavailableError, type Upstream } from "@token-sentiment/engine";
import type { z } from "zod";
import { Config } from "./config.ts";
import { type Facts, whyNot } from "./facts.ts";
import { type Moment, movedIn, referenceOf } from "./history.ts";
import { observeMarket } from "./observe-market.ts";
import { type ContractSources, ofContract } from "./of-contract.ts";
import { priceSeries } from "./price-series.ts";
import { fellToday } from "./rules.ts";
import { pairCandles } from "./sources.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The limits are per address: the on-chain engine has the other four of GeckoTerminal's ten calls, the resolver the other 60 of DexScreener's 240. */
function openSources({ config, upstream, notes }: Kit<z.infer<typeof Config>>): ContractSources {
  const open = (name: string, baseUrl: string, callsPerMinute: number): Upstream | undefined =>
    baseUrl === "" ? undefined : upstream(name, { baseUrl, budget: { calls: callsPerMinute, perMs: MINUTE } });
  return {
    dexscreener: open("dexscreener", config.ENGINE_DEXSCREENER_URL, 180),
    promotions: open("dexscreener-orders", config.ENGINE_DEXSCREENER_URL, 60),
    geckoterminal: open("geckoterminal", config.ENGINE_GECKOTERMINAL_URL, 6),
    binance: open("binance", config.ENGINE_BINANCE_URL, 600),
    notes,
  };
}

/** By symbol: a major coin at the reference exchange. Its trades are not asked for: a thousand of them, the most the exchange tells, are minutes at best. */
async function ofMajor(binance: Upstream | undefined, { coin, pair }: { coin: string; pair: string }, moment: Moment): Promise<Facts> {
  if (!binance) throw new UnavailableError("binance is not configured: no price of a major coin can be read");
  const [candles, reference] = await Promise.all([
    pairCandles(binance, pair, moment.signal),
    coin === "BTC" ? undefined : referenceOf(binance, "BTC", moment),
  ]);
  return {
    pool: undefined,
    reference,
    ...movedIn(candles, moment.now),
    prices: priceSeries(candles, { now: moment.now, source: "binance" }),
    candlesFrom: "binance",
  };
}

/** Something that was looked for could not be asked. */
function isPartial(facts: Facts): boolean {
  const { withoutCandles, pool, reference, promotion, pump, traders } = facts;
  const noHistory = withoutCandles !== undefined && typeof pool !== "string";
  const noComparison = fellToday(facts) && reference?.dayReturn === undefined;
  return noHistory || noComparison || [promotion, pump, traders].some((fact) => whyNot(fact) !== undefined);
}

/** Is anything happening at the market, and does the market itself say why: from pools, candles, trades and the coin everything is quoted in. */
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
          : await ofContract(sources, { chain: chain_id, address: contract_address ?? "", symbol: coin_symbol }, moment);
      return { ...observeMarket(facts, moment.now), partial: isPartial(facts) };
    };
  },
});
