import type { Outcome, Proof, Seconds } from "@token-sentiment/evm";
import type { Hex } from "viem";
import type { Actor } from "./actors.ts";
import type { Candidate } from "./candidates.ts";
import { type Effect, effectOf, inflation, type PowerName, powerNames } from "./effect.ts";

export { type PowerName, powerNames } from "./effect.ts";

/** One of something for every power. */
export const perPower = <T>(of: (name: PowerName) => T): Record<PowerName, T> => ({
  mint: of("mint"),
  destroy: of("destroy"),
  block: of("block"),
  "raise tax": of("raise tax"),
  inflate: of("inflate"),
  open: of("open"),
  "take back": of("take back"),
});

/** A power that was used in simulation. */
export interface Proven {
  by: Actor["as"];
  /** `0x`: no call is needed. */
  selector: Hex;
  arguments: string;
  /** The call that had to come before, where one had to. */
  after?: Hex;
  /** Mint: percent of the supply added. Raise tax: the sale's tax after the call, in basis points. Inflate: what a sale creates, in basis points of it. Else 0. */
  reached: number;
  /** See `Effect`. */
  gained: boolean;
}

/** What may be said of one power. `why` is a clause. */
export type Power =
  | { status: "hit"; proven: Proven[]; from: number }
  /** `untried`: functions whose arguments could not be made up. */
  | { status: "clear"; tried: number; untried: number }
  | { status: "inconclusive"; why: string }
  | { status: "unknown"; why: string };

/** What one actor's calls came to. */
export interface Trial {
  actor: Actor;
  calls: readonly Candidate[];
  proof: Proof | undefined;
  /** The second pass: calls, and which of them went through after which. */
  pairs?: { calls: readonly Candidate[]; seconds: Seconds | undefined };
}

/** What must hold without any call before a power can be told. */
const baseOf = (name: PowerName, { sale }: Outcome): string | undefined => {
  if ((name === "block" || name === "raise tax") && !sale.ok) return "the simulated holder could not sell in the first place";
  return undefined;
};

/** Reads off every power what the trials showed. Blocking and raising the tax can only be told of a token that a holder can sell in the first place. */
export function judgePowers(trials: readonly Trial[], untried: number): Record<PowerName, Power> {
  const made = trials.flatMap(({ calls }) => calls).length;
  const ran = trials.flatMap(({ proof, ...trial }) => (proof?.held ? [{ ...trial, proof }] : []));
  const proven = ran.flatMap((trial) => effectsIn(trial));
  return perPower((name): Power => {
    if (made === 0 && untried > 0) return { status: "inconclusive", why: "its functions take arguments that could not be made up" };
    if (made === 0) return { status: "clear", tried: 0, untried };
    if (trials.every(({ proof }) => proof === undefined)) return { status: "unknown", why: "the node could not simulate it" };
    const [first] = ran;
    if (!first) return { status: "inconclusive", why: "the simulated holder could not get any tokens" };
    const found = proven.flatMap(({ effect, ...one }) =>
      effect.name === name ? [{ ...one, reached: effect.reached, gained: effect.gained }] : [],
    );
    if (found.length > 0) return { status: "hit", proven: strongest(found), from: Number(first.proof.base.sale.taxBps) };
    const why = ran.map(({ proof }) => baseOf(name, proof.base)).find((reason) => reason !== undefined);
    if (why !== undefined) return { status: "inconclusive", why };
    const tried = ran.reduce((sum, { proof }) => sum + proof.outcomes.filter((outcome) => outcome.tried).length, 0);
    return tried > 0 ? { status: "clear", tried, untried } : { status: "inconclusive", why: "no call could be tried" };
  });
}

type Ran = Trial & { proof: Proof };
type Shown = Omit<Proven, "reached" | "gained"> & { effect: Effect };

function effectsIn({ actor, calls, proof, pairs }: Ran): Shown[] {
  const shown = ({ selector, arguments: types }: Candidate, { after, base }: { after: Outcome; base: Outcome }): Shown[] =>
    powerNames.flatMap((name) => {
      const effect = after.tried && after.called ? effectOf(name, { after, base, types }) : undefined;
      return effect ? [{ by: actor.as, selector, arguments: types, effect }] : [];
    });
  const alone = proof.outcomes.flatMap((after, index) => {
    const call = calls[index];
    return call ? shown(call, { after, base: proof.base }) : [];
  });
  const { found = [], base } = pairs?.seconds ?? {};
  const together = found.flatMap(({ first, second, outcome }) => {
    const [before, call] = [pairs?.calls[Number(first)], pairs?.calls[Number(second)]];
    if (!before || !call || !base) return [];
    // what the first call does alone was told already
    const already = alone.filter(({ selector }) => selector === before.selector).map(({ effect }) => effect.name);
    return shown(call, { after: outcome, base })
      .filter(({ effect }) => !already.includes(effect.name))
      .map((one) => ({ ...one, after: before.selector }));
  });
  const plain = inflation(proof.base);
  const anyway: Shown[] =
    plain === undefined
      ? []
      : [{ by: "anyone", selector: "0x", arguments: "", effect: { name: "inflate", reached: plain, gained: false } }];
  return [...anyway, ...alone, ...together];
}

const RANK: Record<Actor["as"], number> = { anyone: 0, owner: 1, key: 2 };

/** The farthest each function reached: what anyone can do first, then what somebody gains by, then the farthest, then what needs no preparation. */
function strongest(proven: readonly Proven[]): Proven[] {
  const sorted = proven.toSorted(
    (a, b) =>
      Number(b.by === "anyone") - Number(a.by === "anyone") ||
      Number(b.gained) - Number(a.gained) ||
      b.reached - a.reached ||
      Number(a.after !== undefined) - Number(b.after !== undefined) ||
      RANK[a.by] - RANK[b.by],
  );
  return sorted.filter((one, index) => sorted.findIndex(({ selector, by }) => selector === one.selector && by === one.by) === index);
}
