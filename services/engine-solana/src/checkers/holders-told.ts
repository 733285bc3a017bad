import { type Concentration, concentrationOf, type Holder } from "./concentration.ts";
import type { GoplusToken } from "./goplus-answer.ts";
import type { Report } from "./report.ts";

/** The largest holders as a source lists them, and how concentrated they are. */
export interface HoldersTold {
  list: Holder[];
  concentration: Concentration;
}

/** The holders in RugCheck's report; undefined when it has none, or not all. `pools` are addresses known to be pools. */
export function holdersOfReport({ topHolders = [], totalHolders, knownAccounts = {}, markets = [] }: Report, pools: readonly string[]) {
  const known = new Set([
    ...pools,
    ...Object.entries(knownAccounts).flatMap(([address, { type }]) => (type === "AMM" || type === "LOCKER" ? [address] : [])),
    ...markets.flatMap(({ pubkey }) => (pubkey === undefined ? [] : [pubkey])),
  ]);
  const list = topHolders.map(({ address, owner, pct, insider }): Holder => ({
    account: address,
    owner,
    percent: pct,
    insider,
    locked: false,
  }));
  return told(list, concentrationOf(list, { pools: known, count: totalHolders }));
}

/** The holders in GoPlus's answer; undefined when it has none. */
export function holdersOfGoplus({ holders, holder_count, dex }: GoplusToken, pools: readonly string[]): HoldersTold | undefined {
  const known = new Set([...pools, ...(dex ?? []).map(({ id }) => id)]);
  const list = (holders ?? []).map(({ account, token_account, percent, is_locked }): Holder => ({
    account: token_account,
    owner: account,
    percent: 100 * percent,
    insider: false,
    locked: is_locked,
  }));
  return told(list, concentrationOf(list, { pools: known, count: holder_count }));
}

/** The holders that a node lists; undefined when their shares exceed the supply. */
export function holdersOfNode(list: Holder[], pools: readonly string[]): HoldersTold | undefined {
  return told(list, concentrationOf(list, { pools: new Set(pools) }));
}

const told = (list: Holder[], concentration: Concentration | undefined): HoldersTold | undefined =>
  concentration && { list, concentration };
