import { isAddress, isOffCurveAddress } from "@solana/kit";

/** One token account among the largest. */
export interface Holder {
  account: string;
  owner: string;
  /** Of the whole supply. */
  percent: number;
  insider: boolean;
  locked: boolean;
}

/** Who holds how much, in percent of the whole supply. */
export interface Concentration {
  /** The ten largest owners that are neither pools nor lockers nor the incinerator. */
  top10: number;
  /** How many those are: less than ten when the source lists no more. */
  owners: number;
  largest: number;
  /** The same among wallets: without owners that are accounts of some program, which may be vesting or a pool that is not known. */
  walletsTop10: number;
  walletsLargest: number;
  pools: number;
  burned: number;
  /** Held by wallets that RugCheck counts among insiders. */
  insiders: number;
  /** The largest group of owners with almost the same balance; undefined when no eight have. */
  equal: EqualBalances | undefined;
}

/** Owners that hold almost the same. */
export interface EqualBalances {
  owners: number;
  /** Together, of the whole supply. */
  percent: number;
}

/** Owners of the vaults of all pools of a program: Raydium v4, Raydium CPMM, Meteora DAMM v2. */
const VAULT_OWNERS: ReadonlySet<string> = new Set([
  "5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1",
  "GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL",
  "HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC",
]);
const INCINERATOR = "1nc1nerator11111111111111111111111111111111";
const TOP = 10;
/** Percent; a little over is rounding. */
const WHOLE = 100.5;

const sum = (shares: readonly number[]): number => shares.reduce((total, share) => total + share, 0);

/** What is known of the list itself. */
export interface Listing {
  /** Addresses of pools and lockers, matched against account and owner. */
  pools: ReadonlySet<string>;
  /** Holders altogether; undefined when not known. */
  count?: number | undefined;
}

/** Concentration among the largest accounts. Undefined when it is not known: none, shares that exceed the supply, or a list that was cut off. */
export function concentrationOf(holders: readonly Holder[], { pools, count = 0 }: Listing): Concentration | undefined {
  // who is left out of a short list may hold the most; of ten accounts and more, whoever follows holds less than each
  if (holders.length < Math.min(TOP, count)) return undefined;
  const all = sum(holders.map(({ percent }) => percent));
  if (all <= 0 || all > WHOLE) return undefined;
  const burned = holders.filter(({ owner }) => owner === INCINERATOR);
  const pooled = holders.filter(
    (holder) => holder.locked || VAULT_OWNERS.has(holder.owner) || pools.has(holder.owner) || pools.has(holder.account),
  );
  const byOwner = new Map<string, number>();
  for (const holder of holders) {
    if (burned.includes(holder) || pooled.includes(holder)) continue;
    byOwner.set(holder.owner, (byOwner.get(holder.owner) ?? 0) + holder.percent);
  }
  const owners = [...byOwner].toSorted(([, a], [, b]) => b - a);
  const wallets = owners.filter(([owner]) => isAddress(owner) && !isOffCurveAddress(owner));
  const top = (some: typeof owners) => sum(some.slice(0, TOP).map(([, percent]) => percent));
  return {
    top10: top(owners),
    owners: Math.min(TOP, owners.length),
    largest: owners[0]?.[1] ?? 0,
    walletsTop10: top(wallets),
    walletsLargest: wallets[0]?.[1] ?? 0,
    pools: sum(pooled.map(({ percent }) => percent)),
    burned: sum(burned.map(({ percent }) => percent)),
    insiders: sum(holders.filter(({ insider }) => insider).map(({ percent }) => percent)),
    equal: equalOf(owners.map(([, percent]) => percent)),
  };
}

const EQUAL_OWNERS = 8;
/** Within a thousandth of the largest of them. */
const EQUAL_WITHIN = 0.001;

/** The longest run of balances, largest first, of which each lies within a thousandth of the run's first. */
function equalOf(balances: readonly number[]): EqualBalances | undefined {
  let best: EqualBalances | undefined;
  for (const [start, first] of balances.entries()) {
    const run = balances.slice(start).filter((balance) => balance > 0 && balance >= first * (1 - EQUAL_WITHIN));
    if (run.length >= EQUAL_OWNERS && run.length > (best?.owners ?? 0)) best = { owners: run.length, percent: sum(run) };
  }
  return best;
}
