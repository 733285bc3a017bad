import { UnavailableError, type Upstream } from "@token-sentiment/engine";
import {
  blockAt,
  type Chain,
  findPools,
  type MarketPool,
  type Pool,
  readDecimals,
  readMarkets,
  type Rpc,
  takeSnapshot,
} from "@token-sentiment/evm";
import { dayOf, dayTold } from "./day.ts";
import type { Day, Facts } from "./facts.ts";
import { accountsOf, holdersOf, marketOf } from "./holders/holders.ts";
import { type Insiders, insidersOf } from "./holders/insiders.ts";
import type { Labels } from "./labels/labels.ts";
import { ageOf, bornIn } from "./pool/age.ts";
import { courseOf } from "./pool/course.ts";
import { eventsOf, type PoolEvent } from "./pool/pool-event.ts";
import { tradesOf } from "./pool/trades.ts";
import { tradesTold, topTenTold } from "./sources/geckoterminal.ts";
import { balancesOf, sharesOf } from "./sources/state.ts";
import { turn } from "./turn.ts";
import { readWindow } from "./window.ts";

const DAY_SECONDS = 86_400n;
const HOURS_A_DAY = 24;

/** What an investigation may ask and knows beforehand. */
export interface Sources {
  rpc: Rpc;
  labels: Labels;
  /** Asked only where no logs are granted. Undefined: off. */
  geckoterminal: Upstream | undefined;
}

/**
 * Finds out what happened to a token and in its pools within a day, all as of the block of the snapshot.
 * @throws UnavailableError when no endpoint answers at all; refused logs leave what only they show undefined.
 */
export async function investigate(sources: Sources, of: { chain: Chain; token: Pool["pair"] }, signal: AbortSignal): Promise<Facts> {
  const { rpc, labels } = sources;
  const { chain, token } = of;
  const [snapshot, found] = await Promise.all([takeSnapshot(rpc, of, signal), findPools(rpc, of, signal)]);
  const nothing = {
    pool: undefined,
    others: [],
    day: undefined,
    holders: undefined,
    topTenTold: undefined,
    shares: undefined,
    age: undefined,
  };
  if (snapshot.code === "0x") return { snapshot, unread: { v4: undefined, stable: false }, ...nothing };
  const [markets, from] = await Promise.all([
    readMarkets(rpc, { chain, token, found, tag: snapshot.block.tag }, signal),
    blockAt(rpc, { head: snapshot.block, seconds: DAY_SECONDS }, signal),
  ]);
  const supply = snapshot.supply ?? 0n;
  const unread = {
    v4: markets.inV4 === undefined || supply === 0n ? undefined : Number(markets.inV4) / Number(supply),
    stable: markets.stable,
  };
  const pools = [...snapshot.pools.map(asMarket), ...markets.pools];
  const window = from && (await readWindow(rpc, { snapshot, pools, from }, signal));
  const events = new Map<MarketPool, { of: PoolEvent[]; deepest: bigint }>();
  for (const one of pools) {
    const ofPool = eventsOf(window?.events ?? [], one.pair.toLowerCase());
    const { coins } = courseOf(ofPool, one);
    events.set(one, { of: ofPool, deepest: coins.reduce((most, coin) => (coin > most ? coin : most), one.coinReserve) });
    await turn();
  }
  const deepest = (one: MarketPool): bigint => events.get(one)?.deepest ?? 0n;
  const [pool, ...others] = pools.toSorted((a, b) => (deepest(a) < deepest(b) ? 1 : -1));
  const own = (pool && events.get(pool)?.of) ?? [];

  const addresses = new Set(pools.map(({ pair }) => pair.toLowerCase()));
  const market = marketOf(snapshot, { labels, pools: addresses });
  const trades = window ? tradesOf(own, { transfers: window.transfers, pools: addresses }) : [];
  await turn();
  const insiders = insidersOf(snapshot, { transfers: window?.transfers ?? [], market });
  const born = window && bornIn(own, window.timeOf);
  const [held, balances, age, told] = await Promise.all([
    pool?.kind === "v2" ? sharesOf(rpc, { snapshot, labels, pair: pool.pair }, signal) : undefined,
    window ? balancesOf(rpc, { snapshot, accounts: accountsOf(insiders, window, market) }, signal) : undefined,
    pool && born === undefined ? ageOf(rpc, { snapshot, pair: pool.pair, from }, signal) : undefined,
    window ? undefined : toldOf(sources, { snapshot, pool, insiders }, signal),
  ]);
  const managers = new Set(labels.of("positions"));
  const counted =
    window &&
    pool &&
    (await dayOf(window, { snapshot, pool, events: own, trades, insiders, balances, shareSupply: held?.supply, managers }));
  await turn();
  return {
    snapshot,
    pool,
    others,
    unread,
    day: counted ?? told?.day,
    holders:
      window && supply > 0n ? holdersOf(window, { supply, trades, labels, market, reserve: pool?.tokenReserve, balances }) : undefined,
    topTenTold: told?.topTen,
    shares: held?.shares,
    age: born === undefined ? age : ageFrom(born, Number(snapshot.block.time)),
  };
}

const asMarket = ({ exchange, pair, tokenReserve, coinReserve }: Pool): MarketPool => ({
  venue: exchange.name,
  kind: "v2",
  pair,
  tokenReserve,
  coinReserve,
  price: Number(coinReserve) / Number(tokenReserve),
});

const ageFrom = (born: number, now: number): Facts["age"] => {
  const days = (now - born) / (HOURS_A_DAY * 3600);
  return { over: days, under: days };
};

/** What another source tells where the chain's own logs are refused; what it cannot answer is left out. */
async function toldOf(
  { rpc, geckoterminal }: Sources,
  { snapshot, pool, insiders }: Pick<Facts, "snapshot" | "pool"> & { insiders: Insiders },
  signal: AbortSignal,
): Promise<{ day: Day | undefined; topTen: number | undefined } | undefined> {
  if (!geckoterminal) return undefined;
  const { chain, token } = snapshot;
  const of = { chain: chain.id, token };
  const [trades, topTen, decimals] = await Promise.all([
    pool && orNothing(tradesTold(geckoterminal, { ...of, pool: pool.pair.toLowerCase() }, signal)),
    orNothing(topTenTold(geckoterminal, of, signal)),
    readDecimals(rpc, { token, tag: snapshot.block.tag }, signal),
  ]);
  const day =
    pool && trades && decimals !== undefined ? dayTold(trades, { snapshot, pool, insiders, balances: undefined, decimals }) : undefined;
  return { day, topTen };
}

async function orNothing<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof UnavailableError) return undefined;
    throw error;
  }
}
