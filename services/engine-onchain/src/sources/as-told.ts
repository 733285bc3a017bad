import type { Signal } from "@token-sentiment/contract";
import type { Day } from "../facts.ts";

/** Trades that a server tells are not the chain's own word. */
const RELIABILITY = 0.8;

/** A signal about trades, with the source that told them: what is not from the chain's own logs says so and counts less. */
export const asTold = (signal: Signal, day: Day | undefined): Signal =>
  day?.source === "geckoterminal" && signal.source === "eth_getLogs"
    ? { ...signal, source: day.source, reliability: signal.reliability * RELIABILITY }
    : signal;
