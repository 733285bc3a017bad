import type { Snapshot } from "@token-sentiment/evm";
import type { Holders } from "../facts.ts";
import type { Labels } from "../labels/labels.ts";
import type { Trade } from "../pool/trades.ts";
import type { Window } from "../window.ts";
import { commonFundingOf } from "./common-funding.ts";
import { concentrationOf } from "./concentration.ts";
import { exchangeInflowOf } from "./exchange-inflow.ts";
import type { Insiders } from "./insiders.ts";
import { largeTransfersOf } from "./large-transfers.ts";
import { supplyJumpOf } from "./supply-jump.ts";
import { whaleFlowOf } from "./whale-flow.ts";

/** Accounts whose balances are read: as many as every node answers at once (Erigon: 100 kB). */
const MOST_ACCOUNTS = 240;

/** Accounts that are no holders: pools, and what holds or passes on what belongs to others. All in lower case. */
export function marketOf({ token }: Snapshot, { labels, pools }: { labels: Labels; pools: ReadonlySet<string> }): Set<string> {
  return new Set([token.toLowerCase(), ...pools, ...labels.of("burn", "locker", "exchange", "bridge", "router", "positions")]);
}

/**
 * The accounts to look at: those who may own the token, whether or not they moved (a whale that sleeps is in no log), and those that
 * moved most in the window.
 */
export function accountsOf({ accounts: known }: Insiders, window: Window, market: ReadonlySet<string>): string[] {
  const moved = new Map<string, bigint>();
  const add = (account: string, amount: bigint) => moved.set(account, (moved.get(account) ?? 0n) + amount);
  for (const { from, to, amount } of window.transfers) {
    add(from, amount);
    add(to, amount);
  }
  const movers = [...moved].toSorted((a, b) => (a[1] < b[1] ? 1 : -1)).map(([account]) => account);
  return [...new Set([...known, ...movers])].filter((account) => !market.has(account)).slice(0, MOST_ACCOUNTS);
}

/** What else the holders are judged by. */
export interface HolderFacts {
  supply: bigint;
  trades: readonly Trade[];
  labels: Labels;
  market: ReadonlySet<string>;
  /** Tokens in the pool; undefined without one. */
  reserve: bigint | undefined;
  balances: ReadonlyMap<string, bigint> | undefined;
}

/** Counts up what the token's transfers show. */
export function holdersOf(window: Window, { supply, trades, labels, market, reserve, balances }: HolderFacts): Holders {
  const { transfers, hours } = window;
  const exchanges = new Set(labels.of("exchange"));
  const sellers = new Set(trades.flatMap(({ kind, account }) => (kind === "sell" ? [account] : [])));
  return {
    hours,
    supplyJump: supplyJumpOf(transfers, { supply, sellers }),
    large: largeTransfersOf(transfers, { supply, reserve, market }),
    inflow: exchanges.size > 0 ? exchangeInflowOf(transfers, { supply, exchanges }) : undefined,
    funding: commonFundingOf(trades, { transfers, market }),
    concentration: balances && concentrationOf(balances, { supply, market }),
    whales: balances && whaleFlowOf(balances, { transfers, supply, market }),
  };
}
