import { type Notes, stableCoin, stableContract, UnavailableError, type Upstream } from "@token-sentiment/engine";
import { eventOf } from "./event.ts";
import { type Facts, knownOf } from "./facts.ts";
import { type Moment, movedIn, orWhy, referenceOf } from "./history.ts";
import { comparable, isNewer, Look } from "./look.ts";
import { type PoolAsked, poolTraders, type PoolTrades, poolTrades } from "./pool-trades.ts";
import { priceSeries } from "./price-series.ts";
import { promotionOf } from "./promotion.ts";
import { pumpSight } from "./pump/pump-sight.ts";
import { deepestPool, poolCandles, type PoolFacts } from "./sources.ts";

/** Who can be asked; a source that is off is undefined. */
export interface ContractSources {
  dexscreener: Upstream | undefined;
  /** The same provider's paid orders, which have a limit of their own. */
  promotions: Upstream | undefined;
  geckoterminal: Upstream | undefined;
  binance: Upstream | undefined;
  notes: Notes | undefined;
}

/** Which token: its symbol as it was asked for. */
export interface TokenAsked {
  chain: string;
  address: string;
  symbol: string;
}

/** The coin whose price a chain's tokens are quoted in. */
const nativeCoin: Readonly<Record<string, string>> = { "1": "ETH", "56": "BNB", "8453": "ETH", solana: "SOL" };
/** From here on it is worth a call to see how a rise began: less is no pump. */
const RISE = 0.3;
/** From here on it is worth a call to see who trades: an event, or as much traded as the pool holds. */
const EVENT = 0.3;
const TURNOVER = 1;
/** What is asked about an event is waited for so long: the rest is said without it. */
const DETAIL_MS = 4000;
const OFF = "geckoterminal is not configured";

/** By contract: its deepest pool, that pool's candles and the coin it is quoted in; where something happens, its trades and who makes them. */
export async function ofContract(sources: ContractSources, token: TokenAsked, moment: Moment): Promise<Facts> {
  const { dexscreener, geckoterminal, binance, promotions } = sources;
  if (!dexscreener) throw new UnavailableError("dexscreener is not configured: no pool of the token can be found");
  const { chain, address } = token;
  const stable = stableCoin(chain, address);
  const [pool, reference, promotion] = await Promise.all([
    deepestPool(dexscreener, token, moment.signal),
    referenceOf(binance, nativeCoin[chain] ?? "ETH", moment),
    stable === undefined && promotions ? orWhy(promotionOf(promotions, token, moment), "") : undefined,
  ]);
  const told = { candlesFrom: "geckoterminal", reference, stable } as const;
  if (typeof pool === "string") return { ...told, pool, withoutCandles: "no pool", movement: undefined, volume: undefined };
  const asked = { chain, address, pool: pool.address, createdAt: pool.createdAt };
  const [history, looks] = await Promise.all([
    orWhy(geckoterminal && poolCandles(geckoterminal, asked, moment.signal), OFF),
    looksAt(sources.notes, token, { pool, now: moment.now }),
  ]);
  const facts: Facts = {
    ...told,
    promotion,
    pool,
    ...movedIn(history, moment.now),
    prices: "why" in history ? undefined : priceSeries(history, { now: moment.now, source: told.candlesFrom }),
    looks,
    symbols: symbolsOf(token, pool),
    copies: copiedBy(token, pool),
  };
  return geckoterminal ? { ...facts, ...(await detailsOf(geckoterminal, { asked, facts }, moment)) } : facts;
}

/** Calls are few, so they are spent where something happens: trades where the price rose, accounts where the trades do not tell them all. */
async function detailsOf(
  geckoterminal: Upstream,
  { asked, facts }: { asked: PoolAsked; facts: Facts },
  { signal, now }: Moment,
): Promise<Pick<Facts, "pump" | "traders">> {
  const { movement, pool } = facts;
  const { liquidityUsd = 0, volumeUsd = 0 } = typeof pool === "object" ? pool : {};
  const rises = (movement?.rise ?? 0) >= RISE;
  const isTurnedOver = volumeUsd > 0 && volumeUsd >= TURNOVER * liquidityUsd;
  if (!rises && (eventOf(facts) ?? 0) < EVENT && !isTurnedOver) return {};
  const within = { signal: AbortSignal.any([signal, AbortSignal.timeout(DETAIL_MS)]), now };
  const trades = rises ? await orWhy<PoolTrades>(poolTrades(geckoterminal, asked, within), OFF) : undefined;
  const listed = knownOf(trades);
  return {
    pump: trades && "trades" in trades ? pumpSight(trades.trades, trades.since) : trades,
    traders: listed && !listed.cut ? listed.traders : await orWhy(poolTraders(geckoterminal, asked, within.signal), OFF),
  };
}

/** The pool now and as it was noted before. Undefined when its depth or price is unknown, or nothing is kept. */
async function looksAt(
  notes: Notes | undefined,
  { chain, address }: TokenAsked,
  { pool, now }: { pool: PoolFacts; now: number },
): Promise<Facts["looks"]> {
  const look = Look.safeParse({ at: now, pool: pool.address, liquidityUsd: pool.liquidityUsd, priceUsd: pool.priceUsd }).data;
  if (!notes || !look) return undefined;
  const name = `pool ${chain} ${chain === "solana" ? address : address.toLowerCase()}`;
  const before = comparable(look, Look.safeParse(await notes.read(name)).data, pool.others ?? []);
  if (isNewer(look, before)) await notes.write(name, look);
  return { now: look, before };
}

const bare = (symbol: string): string => symbol.trim().replace(/^\$/, "").toUpperCase();

/** On Solana another engine reads the symbol off the chain. */
function symbolsOf({ chain, symbol }: TokenAsked, { symbol: own = "" }: PoolFacts): Facts["symbols"] {
  if (chain === "solana" || bare(own) === "" || bare(own) === bare(symbol)) return undefined;
  return { asked: bare(symbol), own: bare(own) };
}

/** The stable coin that a contract calls itself while that coin has another contract on the chain. */
function copiedBy({ chain, address }: TokenAsked, { symbol = "" }: PoolFacts): string | undefined {
  const coin = bare(symbol);
  return stableContract(chain, coin) !== undefined && stableCoin(chain, address) !== coin ? coin : undefined;
}
