import type { Outcome, Proof } from "@token-sentiment/evm";
import type { Hex } from "viem";
import type { Actor } from "./actors.ts";
import type { Candidate, Candidates } from "./candidates.ts";

/** The powers that a call can be shown to have. */
export const powerNames = ["mint", "destroy", "block", "raise tax"] as const;
export type PowerName = (typeof powerNames)[number];

/** One of something for every power. */
export const perPower = <T>(of: (name: PowerName) => T): Record<PowerName, T> => ({
  mint: of("mint"),
  destroy: of("destroy"),
  block: of("block"),
  "raise tax": of("raise tax"),
});

/** A power that was used in simulation. */
export interface Proven {
  by: Actor["as"];
  selector: Hex;
  arguments: string;
  /** Mint: percent of the supply added. Raise tax: the sale's tax after the call, in basis points. */
  reached: number;
}

/** What may be said of one power. `why` is a clause. */
export type Power =
  | { status: "hit"; proven: Proven[]; from: number }
  /** `untried`: functions whose arguments could not be made up. */
  | { status: "clear"; tried: number; untried: number }
  | { status: "inconclusive"; why: string }
  | { status: "unknown"; why: string };

/** One actor's proof and the calls that were made. */
export interface Trial {
  actor: Actor;
  proof: Proof | undefined;
}

const MINT_PERCENT = 1;
const TAX_STEP_BPS = 500;

/** Reads off every power what the trials showed. Blocking and raising the tax can only be told of a token that a holder can sell in the first place. */
export function judgePowers(trials: readonly Trial[], { calls, untried }: Candidates): Record<PowerName, Power> {
  const ran = trials.flatMap(({ actor, proof }) => (proof?.bought ? [{ actor, base: proof.base, outcomes: proof.outcomes }] : []));
  return perPower((name): Power => {
    if (calls.length === 0 && untried > 0) return { status: "inconclusive", why: "its functions take arguments that could not be made up" };
    if (calls.length === 0) return { status: "clear", tried: 0, untried };
    if (trials.every(({ proof }) => proof === undefined)) return { status: "unknown", why: "the node could not simulate it" };
    const [first] = ran;
    if (!first) return { status: "inconclusive", why: "the simulated holder could not buy" };
    const proven = ran.flatMap(({ actor, base, outcomes }) => provenIn({ name, base, by: actor.as }, outcomes, calls));
    if (proven.length > 0) return { status: "hit", proven: strongest(proven), from: Number(first.base.sale.taxBps) };
    const sellable = ran.every(({ base }) => base.sale.ok);
    if (!sellable && (name === "block" || name === "raise tax")) {
      return { status: "inconclusive", why: "the simulated holder could not sell in the first place" };
    }
    const tried = ran.reduce((sum, { outcomes }) => sum + outcomes.filter((outcome) => outcome.tried).length, 0);
    return tried > 0 ? { status: "clear", tried, untried } : { status: "inconclusive", why: "no call could be tried" };
  });
}

function provenIn(
  { name, base, by }: { name: PowerName; base: Outcome; by: Actor["as"] },
  outcomes: readonly Outcome[],
  candidates: readonly Candidate[],
): Proven[] {
  return outcomes.flatMap((outcome, index): Proven[] => {
    const call = candidates[index];
    const reached = call && outcome.tried && outcome.called ? reachedBy(name, outcome, base) : undefined;
    return call && reached !== undefined ? [{ by, selector: call.selector, arguments: call.arguments, reached }] : [];
  });
}

function reachedBy(name: PowerName, after: Outcome, base: Outcome): number | undefined {
  const { sale } = after;
  if (name === "destroy") return after.holderAfter < after.holderBefore ? 0 : undefined;
  if (name === "block") return base.sale.ok && !sale.ok && after.holderAfter > 0n ? 0 : undefined;
  if (name === "raise tax") {
    const reached = Number(sale.taxBps);
    return base.sale.ok && sale.ok && reached >= Number(base.sale.taxBps) + TAX_STEP_BPS ? reached : undefined;
  }
  const added = after.supplyAfter - after.supplyBefore;
  const percent = after.supplyBefore > 0n ? Number((added * 10_000n) / after.supplyBefore) / 100 : 0;
  return percent >= MINT_PERCENT ? percent : undefined;
}

/** The farthest each function reached, farthest first. */
function strongest(proven: readonly Proven[]): Proven[] {
  const sorted = proven.toSorted((a, b) => b.reached - a.reached);
  return sorted.filter((one, index) => sorted.findIndex(({ selector, by }) => selector === one.selector && by === one.by) === index);
}
