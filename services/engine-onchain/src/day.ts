import type { MarketPool, Snapshot } from "@token-sentiment/evm";
import type { Day } from "./facts.ts";
import { breadthOf } from "./holders/breadth.ts";
import type { Insiders } from "./holders/insiders.ts";
import { courseOf } from "./pool/course.ts";
import { movementOf } from "./pool/movement.ts";
import type { PoolEvent } from "./pool/pool-event.ts";
import { positionRemovalOf } from "./pool/positions.ts";
import { type Removal, removalOf } from "./pool/removal.ts";
import { coinsOf, roundTripsOf, salesOf } from "./pool/sales.ts";
import type { Trade } from "./pool/trades.ts";
import type { TradesTold } from "./sources/geckoterminal.ts";
import { turn } from "./turn.ts";
import type { Window } from "./window.ts";

/** Liquidity that stood for so long is the pool's; what goes sooner was lent. */
const LASTING_HOURS = 1;

/** What else a day is made of. */
export interface DayFacts {
  snapshot: Snapshot;
  pool: MarketPool;
  /** The trades of the pool. */
  trades: readonly Trade[];
  insiders: Insiders;
  /** Of those who moved; undefined when they could not be read. */
  balances: ReadonlyMap<string, bigint> | undefined;
}

/** Counts up what the logs show of a pool, leaving the event loop free between one count and the next. */
export async function dayOf(
  window: Window,
  {
    events,
    shareSupply,
    managers,
    ...facts
  }: DayFacts & {
    /** Of the pool. */
    events: readonly PoolEvent[];
    shareSupply: bigint | undefined;
    managers: ReadonlySet<string>;
  },
): Promise<Day> {
  const { pool } = facts;
  const pair = pool.pair.toLowerCase();
  const { prices, coins } = courseOf(events, pool);
  const lasting = window.hours > 0 ? (LASTING_HOURS * window.blocks) / window.hours : 0;
  const removal = (): Removal | undefined => {
    if (pool.kind === "v3") {
      const book = { token: pool.tokenReserve, coin: pool.coinReserve, price: pool.price, managers, pool: pair };
      return positionRemovalOf(events, window.transfers, book);
    }
    return shareSupply === undefined ? undefined : removalOf(events, { supply: shareSupply, pair, lasting });
  };
  const drawdownOf = (hours: number): number | undefined => {
    if (window.hours < hours) return undefined;
    const since = Number(facts.snapshot.block.time) - hours * 3600;
    const recent = events.filter(({ block }) => window.timeOf(block) >= since);
    return movementOf(courseOf(recent, pool).prices)?.drawdown;
  };
  await turn();
  const recent = { hour: drawdownOf(1), sixHours: drawdownOf(6) };
  await turn();
  const removed = removal();
  await turn();
  return {
    source: "eth_getLogs",
    hours: window.hours,
    cut: window.cut,
    deepest: coinsOf(coins.reduce((most, coin) => (coin > most ? coin : most), pool.coinReserve)),
    start: coins[0] === undefined ? undefined : coinsOf(coins[0]),
    movement: movementOf(prices),
    recent,
    removal: removed,
    ...tradedBy(facts),
  };
}

const HOUR_MS = 3_600_000;

/** Counts up what another source tells of the pool's trades, where no logs are granted: less than the chain itself would. */
export function dayTold(
  { trades: told, complete }: TradesTold,
  { decimals, ...facts }: Omit<DayFacts, "trades"> & { decimals: number },
): Day {
  const { snapshot, pool } = facts;
  const units = (amount: number, of: number): bigint => BigInt(Math.round(amount * 10 ** of));
  const trades = told.map(({ account, kind, token, coin }): Trade => ({
    account,
    kind,
    token: units(token, decimals),
    coin: units(coin, 18),
  }));
  const end = Number(snapshot.block.time) * 1000;
  const [first] = told;
  const drawdownOf = (hours: number): number | undefined =>
    movementOf(told.flatMap(({ at, token, coin }) => (at >= end - hours * HOUR_MS ? [coin / token] : [])))?.drawdown;
  return {
    source: "geckoterminal",
    hours: complete || !first ? 24 : Math.min(24, Math.max(0, (end - first.at) / HOUR_MS)),
    cut: complete ? "" : `the source tells the last ${told.length} trades only`,
    deepest: coinsOf(pool.coinReserve),
    start: undefined,
    movement: movementOf(told.map(({ token, coin }) => coin / token)),
    recent: { hour: drawdownOf(1), sixHours: drawdownOf(6) },
    removal: undefined,
    ...tradedBy({ ...facts, trades }),
  };
}

function tradedBy({
  snapshot,
  trades,
  insiders,
  balances,
}: DayFacts): Pick<Day, "trades" | "volume" | "sales" | "roundTrips" | "insidersSold" | "breadth"> {
  const { accounts: known, deployer } = insiders;
  const sold = trades.filter(({ kind, account }) => kind === "sell" && known.has(account));
  const total = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n);
  // a token that sells the taxes it took is nobody who sells
  const people = trades.filter(({ account }) => account !== snapshot.token.toLowerCase());
  const { supply } = snapshot;
  return {
    trades: trades.length,
    volume: trades.reduce((sum, { coin }) => sum + coinsOf(coin), 0),
    sales: salesOf(people),
    roundTrips: roundTripsOf(trades),
    insidersSold:
      known.size === 0 || supply === undefined || supply === 0n
        ? undefined
        : {
            supplyShare: Number(total(sold.map(({ token, spent = token }) => spent))) / Number(supply),
            coins: coinsOf(total(sold.map(({ coin }) => coin))),
            accounts: known.size,
            deployer,
          },
    breadth: balances && breadthOf(people, balances),
  };
}
