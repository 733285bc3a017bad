import type { Pool, Snapshot } from "@token-sentiment/evm";
import type { Removal } from "./pool/removal.ts";
import type { Movement } from "./pool/movement.ts";
import type { Sales } from "./pool/sales.ts";

/** What the on-chain engine knows of one token; the rules read nothing else. Amounts of coins are in the chain's native coin. */
export interface Facts {
  snapshot: Snapshot;
  /** The pool that held the most coins in the window. Undefined: the token has none against the native coin. */
  pool: Pool | undefined;
  /** What the logs show. Undefined: no endpoint granted any. */
  day: Day | undefined;
  /** Who holds the pool's shares. Undefined: not known. */
  shares: Shares | undefined;
}

/** The window's logs, counted up. */
export interface Day {
  /** How long the window is, as far as logs were granted. */
  hours: number;
  trades: number;
  /** Coins traded, both ways. */
  volume: number;
  /** The most coins the pool held after any event of the window, or before it. */
  deepest: number;
  /** Undefined: the pool had no price in it. */
  movement: Movement | undefined;
  removal: Removal | undefined;
  sales: Sales;
  /** Share of the volume that the same accounts bought and sold, 0..1, counting those that turned at least three times. */
  roundTrips: { share: number; accounts: number };
  /** What the owner and the keys in storage sold. Undefined: nobody is known to own the token. */
  ownerSold: { supplyShare: number; coins: number } | undefined;
}

/** Shares of the pool, 0..1. */
export interface Shares {
  /** Where nobody can take them back. */
  burned: number;
  /** In known lockers; until when is not read. */
  locked: number;
  /** In the hands of the token's owner. */
  owner: number;
}
