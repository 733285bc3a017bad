import type { Snapshot } from "@token-sentiment/evm";
import type { Power, PowerName } from "./powers/judge.ts";
import type { Holders } from "./trade/holders.ts";
import type { Selling, Tax } from "./trade/judge.ts";
import type { Legs } from "./trade/simulation.ts";

/** What the security engine knows of one token; the rules read nothing else. */
export interface Facts {
  snapshot: Snapshot;
  /** The block it was to be about, when no endpoint had that any longer. */
  insteadOf?: bigint;
  /** False: nothing there, or a wallet that delegates. */
  isContract: boolean;
  /** Undefined: no pool to trade on. */
  trade: TradeFacts | undefined;
  powers: Record<PowerName, Power>;
}

/** What trading in simulation showed. */
export interface TradeFacts {
  exchange: string;
  route: Legs | undefined;
  selling: Selling;
  tax: Tax | undefined;
  holders: Holders | undefined;
}
