import {
  blockAt,
  type Chain,
  type LogFilter,
  type Pool,
  readLogs,
  readPoolShares,
  type Rpc,
  type Snapshot,
  takeSnapshot,
} from "@token-sentiment/evm";
import type { Day, Facts, Shares } from "./facts.ts";
import { movementOf } from "./pool/movement.ts";
import { type PoolEvent, poolEvents, TOPICS } from "./pool/pool-event.ts";
import { removalOf } from "./pool/removal.ts";
import { reservesOver } from "./pool/reserves.ts";
import { coinsOf, roundTripsOf, salesOf } from "./pool/sales.ts";
import { tradesOf } from "./pool/trades.ts";

const DAY_SECONDS = 86_400n;
const HOUR = 3600;
const LOGS_MS = 6000;
/** Liquidity that stood for so long is the pool's; what goes sooner was lent. */
const LASTING_HOURS = 1;
const BURNED = ["0x0000000000000000000000000000000000000000", "0x000000000000000000000000000000000000dEaD"] as const;

/**
 * Finds out what happened in a token's pools within a day, all as of the block of the snapshot.
 * @throws UnavailableError when no endpoint answers at all; refused logs leave `day` undefined.
 */
export async function investigate(rpc: Rpc, of: { chain: Chain; token: Pool["pair"] }, signal: AbortSignal): Promise<Facts> {
  const snapshot = await takeSnapshot(rpc, of, signal);
  const [deepest] = snapshot.pools;
  if (!deepest) return { snapshot, pool: undefined, day: undefined, shares: undefined };
  const from = await blockAt(rpc, { head: snapshot.block, seconds: DAY_SECONDS }, signal);
  const filters = filtersOf(snapshot);
  // what was granted until then is a shorter window; the rest of the attempt is for what comes after
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(LOGS_MS)]);
  const window = from && (await readLogs(rpc, { filters, from: from.number, to: snapshot.block.number }, inTime));
  const eventsOf = (pool: Pool): PoolEvent[] => poolEvents(window?.logs ?? [], sidesOf(snapshot, pool));
  const pool = snapshot.pools.reduce((a, b) => (mostCoins(b, eventsOf(b)) > mostCoins(a, eventsOf(a)) ? b : a), deepest);
  const held = await sharesOf(rpc, { snapshot, pool }, signal);
  if (!window || !from) return { snapshot, pool, day: undefined, shares: held?.shares };
  const hours = Number(snapshot.block.time - startOf(window.fromBlock, from, snapshot)) / HOUR;
  const blocks = Number(snapshot.block.number - window.fromBlock);
  const day = dayOf(eventsOf(pool), { snapshot, pool, hours, blocks, shareSupply: held?.supply });
  return { snapshot, pool, day, shares: held?.shares };
}

/** The pools' own events, and the token's transfers to them: who sold. */
function filtersOf({ token, pools }: Snapshot): LogFilter[] {
  const pairs = pools.map(({ pair }) => pair);
  const asTopic = (address: string): `0x${string}` => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;
  return [
    { address: pairs, topics: [Object.values(TOPICS)] },
    { address: [token], topics: [[TOPICS.transfer], null, pairs.map(asTopic)] },
  ];
}

const sidesOf = ({ token, chain }: Snapshot, { pair }: Pool) => ({
  pair: pair.toLowerCase(),
  token: token.toLowerCase(),
  tokenFirst: BigInt(token) < BigInt(chain.weth),
});

const mostCoins = ({ coinReserve }: Pool, events: readonly PoolEvent[]): bigint =>
  reservesOver(events).reduce((most, { coin }) => (coin > most ? coin : most), coinReserve);

/** When the logs that were granted begin, epoch seconds, at the mean block time of the day. */
const startOf = (number: bigint, from: { number: bigint; time: bigint }, { block }: Snapshot): bigint =>
  block.number === from.number ? from.time : from.time + ((block.time - from.time) * (number - from.number)) / (block.number - from.number);

interface Window {
  snapshot: Snapshot;
  pool: Pool;
  hours: number;
  blocks: number;
  /** Undefined: not known. */
  shareSupply: bigint | undefined;
}

function dayOf(events: readonly PoolEvent[], { snapshot, pool, hours, blocks, shareSupply }: Window): Day {
  const trades = tradesOf(events);
  const reserves = reservesOver(events);
  const now = { token: pool.tokenReserve, coin: pool.coinReserve };
  const insiders = [...(snapshot.owner && snapshot.owner.kind !== "nobody" ? [snapshot.owner.address] : []), ...snapshot.keys];
  const known = new Set(insiders.map((address) => address.toLowerCase()));
  const sold = trades.filter(({ kind, account }) => kind === "sell" && known.has(account));
  const total = (of: "token" | "coin"): bigint => sold.reduce((sum, trade) => sum + trade[of], 0n);
  const { supply } = snapshot;
  const lasting = hours > 0 ? (LASTING_HOURS * blocks) / hours : 0;
  return {
    hours,
    trades: trades.length,
    volume: trades.reduce((sum, { coin }) => sum + coinsOf(coin), 0),
    deepest: coinsOf(mostCoins(pool, events)),
    movement: movementOf(reserves.length > 0 ? reserves : [now]),
    removal: shareSupply === undefined ? undefined : removalOf(events, { supply: shareSupply, pair: pool.pair.toLowerCase(), lasting }),
    sales: salesOf(trades),
    roundTrips: roundTripsOf(trades),
    ownerSold:
      known.size === 0 || supply === undefined || supply === 0n
        ? undefined
        : { supplyShare: Number(total("token")) / Number(supply), coins: coinsOf(total("coin")) },
  };
}

async function sharesOf(
  rpc: Rpc,
  { snapshot, pool }: { snapshot: Snapshot; pool: Pool },
  signal: AbortSignal,
): Promise<{ supply: bigint; shares: Shares | undefined } | undefined> {
  const { chain, block, owner } = snapshot;
  const keeper = owner && owner.kind !== "nobody" ? [owner.address] : [];
  const holders = [...BURNED, ...keeper, ...chain.lockers];
  const found = await readPoolShares(rpc, { pair: pool.pair, holders, tag: block.tag }, signal);
  if (!found || found.supply === 0n) return undefined;
  const part = (from: number, to: number): number =>
    Number(found.balances.slice(from, to).reduce((sum, balance) => sum + balance, 0n)) / Number(found.supply);
  const owned = BURNED.length + keeper.length;
  return {
    supply: found.supply,
    shares: { burned: part(0, BURNED.length), owner: part(BURNED.length, owned), locked: part(owned, holders.length) },
  };
}
