import type { EngineName, Measures, Request, Series, Signal } from "@token-sentiment/contract";
import type { Log, Metrics } from "@token-sentiment/runtime";
import type { z } from "zod";
import type { Collected } from "./collected.ts";
import type { Notes } from "./notes.ts";
import type { Upstream, UpstreamOptions } from "./upstream.ts";

/** What is judged. `contract_address` is there whenever the engine `needsContract`. */
export type TokenInput = Pick<Request, "chain_id" | "contract_address" | "coin_symbol">;

/** What an attempt may use. */
export interface Context {
  /** Aborts when the engine's time is over; an attempt that ends soon after may still answer with what it has. */
  signal: AbortSignal;
  /** Epoch ms. */
  now: () => number;
  log: Log;
}

/** What an attempt found. */
export interface Analysis {
  signals: Signal[];
  measures?: Measures;
  /** What it saw over time, for a picture: it weighs nothing. */
  series?: Series;
  /** True when a source was missing: the answer is given, but not cached. */
  partial?: boolean;
}

/**
 * Judges one token. Throws UnavailableError when it could not ask, RejectedError when there is nothing to ask; anything else is a bug,
 * answered "internal error" and logged.
 */
export type Analyze = (token: TokenInput, context: Context) => Promise<Analysis>;

/** What an engine opens itself with, once a process. */
export interface Kit<C> {
  config: C;
  log: Log;
  /** An HTTP provider with the limits, retries, circuit and budget of the kit. One per name. */
  upstream(name: string, options: UpstreamOptions): Upstream;
  /** What collectors have stored; the broker lets the sybil engine alone read it. Undefined without a broker. */
  collected?: Collected;
  /** What earlier looks left; undefined = nothing is kept. */
  notes?: Notes;
  /** For what this engine alone counts; undefined = nothing is counted. */
  metrics?: Metrics;
  /** For whatever else the engine must close when the process ends. */
  stack: AsyncDisposableStack;
}

/** An engine: everything its author writes. */
export interface Engine<S extends z.ZodObject = z.ZodObject> {
  name: EngineName;
  /** Time of one attempt, ms; at most 12 s. */
  timeoutMs: number;
  /** How long an answer may be given again, ms; 0 = never. Chain state at most 60 s. */
  cacheMs: number;
  /** Answers `not_applicable` by itself when there is no contract. */
  needsContract: boolean;
  /** Its environment, `ENGINE_*`. */
  config: S;
  open(kit: Kit<z.infer<S>>): Analyze | Promise<Analyze>;
}

/** Types a definition; adds nothing. */
export const defineEngine = <S extends z.ZodObject>(engine: Engine<S>): Engine<S> => engine;
