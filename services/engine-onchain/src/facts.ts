import type { MarketPool, Snapshot } from "@token-sentiment/evm";
import type { Breadth } from "./holders/breadth.ts";
import type { CommonFunding } from "./holders/common-funding.ts";
import type { Concentration } from "./holders/concentration.ts";
import type { ExchangeInflow } from "./holders/exchange-inflow.ts";
import type { LargeTransfers } from "./holders/large-transfers.ts";
import type { SupplyJump } from "./holders/supply-jump.ts";
import type { WhaleFlow } from "./holders/whale-flow.ts";
import type { Age } from "./pool/age.ts";
import type { Movement } from "./pool/movement.ts";
import type { Removal } from "./pool/removal.ts";
import type { Sales } from "./pool/sales.ts";

/** What the on-chain engine knows of one token; the rules read nothing else. Amounts of coins are in the chain's native coin. */
export interface Facts {
  snapshot: Snapshot;
  /** The pool that held the most coins in the window. Undefined: the token has none against the native coin. */
  pool: MarketPool | undefined;
  /** The other pools that are read. */
  others: readonly MarketPool[];
  /** What is traded where nothing is read: the share of the supply in Uniswap V4 pools (undefined: not known), a pool with a stable curve. */
  unread: { v4: number | undefined; stable: boolean };
  /** What the window's trades show. Undefined: no endpoint granted any logs, and no other source told trades. */
  day: Day | undefined;
  /** What the token's transfers and balances show. Undefined: no logs. */
  holders: Holders | undefined;
  /** The share of the supply of the ten largest holders, as another source counts them. Undefined: not asked, or it did not say. */
  topTenTold: number | undefined;
  /** Who holds the pool's shares. Undefined: not known. */
  shares: Shares | undefined;
  /** How old the pool is. Undefined: not known. */
  age: Age | undefined;
}

/** The window's trades, counted up. */
export interface Day {
  /** Where they were read. */
  source: "eth_getLogs" | "geckoterminal";
  /** How long the window is, as far as logs were granted. */
  hours: number;
  /** Why it is shorter than 24 h, for people; empty when it is not. */
  cut: string;
  trades: number;
  /** Coins traded, both ways. */
  volume: number;
  /** The most coins the pool held after any event of the window, or before it. */
  deepest: number;
  /** The coins it held when the window began. Undefined: not known. */
  start: number | undefined;
  /** Undefined: the pool had no price in it. */
  movement: Movement | undefined;
  /** Drawdown of the last hour and of the last six. Undefined: no price, or the window is shorter. */
  recent: { hour: number | undefined; sixHours: number | undefined };
  removal: Removal | undefined;
  sales: Sales;
  /** Share of the volume that the same accounts bought and sold, 0..1, counting those that turned at least three times. */
  roundTrips: { share: number; accounts: number };
  /** What those sold who may own the token, how many they are, and whether its deployer is among them. Undefined: nobody is known. */
  insidersSold: { supplyShare: number; coins: number; accounts: number; deployer: boolean } | undefined;
  breadth: Breadth | undefined;
}

/** What the token's own transfers and balances say. */
export interface Holders {
  hours: number;
  supplyJump: SupplyJump;
  large: LargeTransfers;
  /** Undefined: no exchange wallet of the chain is known. */
  inflow: ExchangeInflow | undefined;
  funding: CommonFunding;
  /** Undefined: balances could not be read. */
  concentration: Concentration | undefined;
  whales: WhaleFlow | undefined;
}

/** Shares of the pool, 0..1. */
export interface Shares {
  /** Where nobody can take them back. */
  burned: number;
  /** In lockers that keep them for seven days or more. */
  locked: number;
  /** In lockers that free them sooner. */
  ending: number;
  /** In known lockers; until when is not read. */
  unread: number;
  /** In the hands of the token's owner. */
  owner: number;
}
