import type { Snapshot } from "@token-sentiment/evm";
import type { Hex } from "viem";
import type { Opcodes } from "./bytecode/opcodes.ts";
import type { Power, PowerName } from "./powers/judge.ts";
import type { Guard } from "./trade/guard.ts";
import type { Holders } from "./trade/holders.ts";
import type { Seen, Selling, Tax } from "./trade/judge.ts";
import type { Movements } from "./trade/movements.ts";
import type { Legs } from "./trade/simulation.ts";
import type { Sizes } from "./trade/sizes.ts";

/** What the security engine knows of one token; the rules read nothing else. */
export interface Facts {
  snapshot: Snapshot;
  /** The block it was to be about, when no endpoint had that any longer. */
  insteadOf?: bigint;
  /** False: nothing there, or a wallet that delegates. */
  isContract: boolean;
  /** Of the code that decides; undefined where there is none. */
  opcodes: Opcodes | undefined;
  /** What its bytecode offers; undefined when that could not be read. */
  selectors: Hex[] | undefined;
  /** Undefined: no pool to trade on. */
  trade: TradeFacts | undefined;
  powers: Record<PowerName, Power>;
}

/** What trading in simulation showed. */
export interface TradeFacts {
  exchange: string;
  route: Legs | undefined;
  sameBlock: Seen["sameBlock"];
  selling: Selling;
  tax: Tax | undefined;
  holders: Holders | undefined;
  /** Which sizes can be sold; undefined when the node could not simulate. */
  sizes: Sizes | undefined;
  /** What a transfer touches; undefined when the node does not tell. */
  guard: Guard | undefined;
  /** Balances against Transfer logs; undefined when the node refuses logs or the older state. */
  movements: Movements | undefined;
}
