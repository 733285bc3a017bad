import type { Holders } from "./holders.ts";
import type { Leg, Legs } from "./simulation.ts";

/** What each method saw; undefined where it could not be used. */
export interface Seen {
  /** T4, through the router. */
  route: Legs | undefined;
  /** T5, by the pool. */
  pool: Legs | undefined;
  /** T3, a contract that buys and sells in one block; it cannot wait, so it never clears. */
  sameBlock: { bought: boolean; sale: Leg } | undefined;
  /** T6. */
  holders: Pick<Holders, "asked" | "sold"> | undefined;
}

/** How selling goes: `never`, `not later` (a delayed trap), `not at first` (a cooldown), `always`. */
export type Pattern = "never" | "not later" | "not at first" | "always" | "mixed";

/** What may be said of selling. */
export type Selling =
  | { kind: "agreed"; pattern: Pattern; by: string }
  /** One method says so; `contradicted` when another says otherwise, else no other could be asked. */
  | {
      kind: "disputed";
      pattern: Pattern;
      by: string;
      contradicted: boolean;
      /** Two say so, neither of them by eth_simulateV1. */ twice?: true;
    }
  /** Buying failed, so there was nothing to sell. */
  | { kind: "no purchase" }
  | { kind: "not simulated" };

/** Fewer holders than this say nothing. */
export const ENOUGH_HOLDERS = 3;

/** How the sales of one method went, or undefined when it has nothing to say. */
function patternOf(legs: Legs | undefined): Pattern | undefined {
  if (!legs?.buy.ok || legs.short) return undefined;
  const [now, soon, later] = legs.sells.map(({ ok }) => ok);
  if (now && soon && later) return "always";
  if (!now && !soon && !later) return "never";
  if (now && !later) return "not later";
  if (!now && later) return "not at first";
  return "mixed";
}

/**
 * Never a trap by one method alone (evm.md §4): a pattern counts when a second method agrees and real holders do not contradict,
 * or when the holders themselves agree. Each method errs on its own: contract buyers may be refused, the pool as sender may be, a fresh
 * account may be treated otherwise than an old one.
 */
export function judgeSelling({ route, pool, sameBlock, holders }: Seen): Selling {
  const pattern = patternOf(route);
  const people = holders && holders.asked >= ENOUGH_HOLDERS ? (holders.sold * 2 >= holders.asked ? "sell" : "stuck") : undefined;
  if (pattern === undefined) {
    if (route) return { kind: "no purchase" };
    if (!sameBlock?.bought || sameBlock.sale.ok) return { kind: "not simulated" };
    const by = "a purchase and sale within one block";
    if (people === "stuck") return { kind: "disputed", pattern: "never", by: `${by}, and holders`, contradicted: false, twice: true };
    return { kind: "disputed", pattern: "never", by, contradicted: people === "sell" };
  }
  const second = patternOf(pool);
  const agrees = second === pattern;
  if (pattern === "never" || pattern === "not later") {
    if (people !== "sell" && agrees) return { kind: "agreed", pattern, by: people ? "router, pool and holders" : "router and pool" };
    if (people === "stuck") return { kind: "agreed", pattern, by: "router and holders" };
    return { kind: "disputed", pattern, by: "the router", contradicted: second !== undefined || people === "sell" };
  }
  if (people === "stuck") return { kind: "disputed", pattern: "not later", by: "the holders", contradicted: true };
  if (agrees || people === "sell") return { kind: "agreed", pattern, by: agrees ? "router and pool" : "router and holders" };
  return { kind: "disputed", pattern, by: "the router", contradicted: second !== undefined };
}

/** Taxes in basis points, as the first sale that went through shows them. */
export interface Tax {
  buyBps: number;
  sellBps: number | undefined;
  /** The second method measured the same. */
  confirmed: boolean;
}

const SAME_BPS = 100;

/** The taxes that router and pool measured; undefined when nothing could be bought. */
export function taxOf({ route, pool }: Pick<Seen, "route" | "pool">): Tax | undefined {
  const [measured, other] = [route, pool].map((legs) => legs && taxesIn(legs));
  const tax = measured ?? other;
  if (!tax) return undefined;
  const confirmed =
    measured !== undefined && other !== undefined && near(measured.buyBps, other.buyBps) && near(measured.sellBps, other.sellBps);
  return { ...tax, confirmed };
}

function taxesIn({ buy, sells, short }: Legs): Omit<Tax, "confirmed"> | undefined {
  if (!buy.ok || buy.taxBps === undefined) return undefined;
  return { buyBps: buy.taxBps, sellBps: short ? undefined : sells.find(({ ok }) => ok)?.taxBps };
}

const near = (a: number | undefined, b: number | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && Math.abs(a - b) <= SAME_BPS);
