import type { PriceSeries } from "@token-sentiment/contract";
import type { Look } from "./look.ts";
import type { Movement, Volume, Week } from "./movement.ts";
import type { Traders } from "./pool-trades.ts";
import type { Promotion } from "./promotion.ts";
import type { PumpSight } from "./pump/pump-sight.ts";
import type { PoolFacts } from "./sources.ts";

/** Why something is not known, as a predicate for people. */
export interface Unknown {
  why: string;
}

/** What the market engine knows of one token; the rules read nothing else. What is optional and absent was not looked for. */
export interface Facts {
  /** `none`: the source knows no pool of this contract; `quote`: only pools that price other tokens in it. Undefined: a coin that is judged by its exchange price. */
  pool: PoolFacts | "none" | "quote" | undefined;
  /** Who the candles are of. */
  candlesFrom: "geckoterminal" | "binance";
  /** Why there are none; undefined when they were read. */
  withoutCandles: string | undefined;
  /** For a picture; no rule reads it. */
  prices?: PriceSeries | undefined;
  movement: Movement | undefined;
  volume: Volume | undefined;
  /** The price against its week; undefined when too little of it is known. */
  week?: Week | undefined;
  /** The coin to compare with, and what it did in the same 24 h; the return is undefined when it could not be read. */
  reference: { coin: string; dayReturn: number | undefined } | undefined;
  /** Looked for when the price rose. */
  pump?: PumpSight | Unknown | undefined;
  /** Asked when something happens. */
  traders?: Traders | Unknown | undefined;
  promotion?: Promotion | Unknown | undefined;
  /** The pool now and at an earlier look; `before` is undefined when there was none. */
  looks?: { now: Look; before: Look | undefined } | undefined;
  /** The stable coin that the contract is. */
  stable?: string | undefined;
  /** The symbol that was asked for, and the contract's own when it differs in more than a dollar sign and case. */
  symbols?: { asked: string; own: string } | undefined;
  /** The stable coin whose symbol the contract bears without being it. */
  copies?: string | undefined;
}

/** What a fact says, unless it was not looked for or could not be known. */
export const knownOf = <T extends object>(fact: T | Unknown | undefined): T | undefined =>
  fact === undefined || "why" in fact ? undefined : fact;

/** Why a fact that was looked for is not known. */
export const whyNot = (fact: object | undefined): string | undefined =>
  fact !== undefined && "why" in fact && typeof fact.why === "string" ? fact.why : undefined;
