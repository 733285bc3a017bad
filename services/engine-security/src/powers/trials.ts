import {
  type Answer,
  proveCall,
  PROVER,
  proveTwoCall,
  type Proving,
  readProof,
  readSeconds,
  type RpcCall,
  type Snapshot,
} from "@token-sentiment/evm";
import type { BytecodeFunction } from "../bytecode/functions.ts";
import type { Sizing } from "../trade/sizing.ts";
import { actorsOf } from "./actors.ts";
import { type Candidate, candidatesFor, pairedCandidates } from "./candidates.ts";
import type { Trial } from "./judge.ts";

/** The proofs of one token: what to ask, and how to read it. */
export interface Trying {
  asked: RpcCall[];
  read: (answers: readonly (Answer | undefined)[]) => Trial[];
  /** Functions whose arguments could not be made up. */
  untried: number;
}

/** About 100,000 gas each: so many calls fit into one simulated call of 16 M gas. */
const CHUNK = 64;
/** The owner's functions get more fillings than those of the others. */
const MOST_CALLS = { owner: 2 * CHUNK, key: CHUNK, anyone: CHUNK } as const;
/** A second pass grows with the square. */
const MOST_PAIRED = 40;
/** The owner, or else the first key: who would prepare a trap in two steps. */
const PAIRED_ACTORS = 1;

/** One `eth_call` per actor and 64 calls, and one more for what takes two steps. */
export function trialsOf(functions: readonly BytecodeFunction[], { snapshot, sizing }: { snapshot: Snapshot; sizing: Sizing }): Trying {
  const { market, coins, amount } = sizing;
  const { balanceSlot, block } = snapshot;
  const supply = snapshot.supply ?? sizing.pool.tokenReserve;
  const held = balanceSlot && { slot: balanceSlot, value: amount };
  const proving = (actor: Proving["actor"], calls: readonly Candidate[]): Proving => ({
    coins,
    actor,
    held,
    calls: calls.map(({ data }) => data),
  });
  let untried = Infinity;
  const trials = actorsOf(snapshot).flatMap((actor, index) => {
    const target = { holder: PROVER, actor: actor.address, supply, held: amount };
    const found = candidatesFor(functions, { ...target, most: MOST_CALLS[actor.as] });
    untried = Math.min(untried, found.untried);
    return chunksOf(found.calls).map((calls, chunk) => {
      const paired = chunk === 0 && index < PAIRED_ACTORS ? pairedCandidates(functions, { ...target, most: MOST_PAIRED }) : [];
      return { actor, calls, paired };
    });
  });
  const asked = trials.flatMap(({ actor: { address }, calls, paired }) => [
    proveCall(market, proving(address, calls), block.tag),
    ...(paired.length > 1 ? [proveTwoCall(market, proving(address, paired), block.tag)] : []),
  ]);
  return {
    asked,
    untried: Number.isFinite(untried) ? untried : 0,
    read: (answers) => {
      let at = 0;
      return trials.map(({ actor, calls, paired }): Trial => {
        const proof = readProof(answers[at++]);
        return { actor, calls, proof, ...(paired.length > 1 ? { pairs: { calls: paired, seconds: readSeconds(answers[at++]) } } : {}) };
      });
    },
  };
}

/** One empty chunk where there is nothing: the purchase and sale in one block is asked for all the same. */
function chunksOf(calls: readonly Candidate[]): Candidate[][] {
  const count = Math.max(1, Math.ceil(calls.length / CHUNK));
  return Array.from({ length: count }, (_, chunk) => calls.slice(chunk * CHUNK, (chunk + 1) * CHUNK));
}
