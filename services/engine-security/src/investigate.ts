import { type Chain, isDelegation, PROVER, type Rpc, type Snapshot, takeSnapshot } from "@token-sentiment/evm";
import type { Address, Hex } from "viem";
import type { BytecodeReader } from "./bytecode/open-reader.ts";
import { opcodesOf } from "./bytecode/opcodes.ts";
import type { Facts, TradeFacts } from "./facts.ts";
import { withoutOpenGates } from "./powers/gate.ts";
import { judgePowers, perPower, type Power, type Trial } from "./powers/judge.ts";
import { type Trying, trialsOf } from "./powers/trials.ts";
import { askShielded } from "./shielded.ts";
import { guardCalls, readGuard } from "./trade/guard.ts";
import { askHolders } from "./trade/ask-holders.ts";
import { holdersCallOf } from "./trade/holders.ts";
import { judgeSelling, taxOf } from "./trade/judge.ts";
import { movementCalls, readMovements } from "./trade/movements.ts";
import { poolLegCall, readPoolLeg } from "./trade/pool-leg.ts";
import { readRoute, routeCall } from "./trade/route.ts";
import { readSizes, sizesCall } from "./trade/sizes.ts";
import { type Sizing, sizingOf } from "./trade/sizing.ts";

/** What an analysis asks. */
export interface Instruments {
  rpc: Rpc;
  bytecode: BytecodeReader;
}

/**
 * Finds out all that the rules need about one token in three round trips (evm.md §5), all at the block of the first.
 * @throws UnavailableError when no endpoint answers.
 */
export async function investigate(
  { rpc, bytecode }: Instruments,
  of: { chain: Chain; token: Address },
  signal: AbortSignal,
): Promise<Facts> {
  const snapshot = await takeSnapshot(rpc, { ...of, holder: PROVER }, signal);
  const isContract = snapshot.code !== "0x" && !isDelegation(snapshot.code);
  if (!isContract) return nothing(snapshot, { isContract, why: "there is no contract" });
  const functions = await bytecode.read(snapshot.logic);
  const selectors = functions?.map(({ selector }): Hex => `0x${selector}`);
  const opcodes = opcodesOf(snapshot.logic);
  const sizing = sizingOf(snapshot);
  if (!sizing) return { ...nothing(snapshot, { isContract, why: "there is no pool to try it on" }), opcodes, selectors };
  const trying = trialsOf(functions ?? [], { snapshot, sizing });
  const { trade, trials } = await tryOut(rpc, { snapshot, sizing, trying }, signal);
  const readable = functions !== undefined && functions.length > 0;
  const powers = readable
    ? withoutOpenGates(judgePowers(trials, trying.untried), trade.selling)
    : everyPower("no functions could be read off its bytecode");
  return { snapshot, isContract, opcodes, selectors, trade, powers };
}

interface Round {
  snapshot: Snapshot;
  sizing: Sizing;
  trying: Trying;
}

/** Round 3, one batch: trades by two methods and in several sizes, real holders, what a transfer touches, and the proofs. */
async function tryOut(rpc: Rpc, { snapshot, sizing, trying }: Round, signal: AbortSignal): Promise<{ trade: TradeFacts; trials: Trial[] }> {
  const holdersCall = holdersCallOf(sizing, snapshot, "tomorrow");
  const simulations = [routeCall(sizing, snapshot), poolLegCall(sizing, snapshot), sizesCall(sizing, snapshot)];
  const groups = [
    { calls: simulations, ours: false },
    { calls: holdersCall ? [holdersCall] : [], ours: true },
    { calls: guardCalls(sizing, snapshot), ours: false },
    { calls: movementCalls(snapshot), ours: false },
    { calls: trying.asked, ours: true },
  ];
  const [simulated = [], held = [], touched = [], movements = [], proofs = []] = await askShielded(rpc, groups, signal);
  const route = readRoute(simulated[0], sizing, snapshot);
  const pool = readPoolLeg(simulated[1], sizing, snapshot);
  const trials = trying.read(proofs);
  const holders = await askHolders(rpc, { sizing, snapshot, tomorrow: held[0] }, signal);
  const proof = trials.find((trial) => trial.proof)?.proof;
  const sameBlock = proof && { bought: proof.bought, sale: { ok: proof.atOnce.ok, taxBps: Number(proof.atOnce.taxBps) } };
  const selling = judgeSelling({ route, pool, sameBlock, holders });
  return {
    trade: {
      exchange: sizing.pool.exchange.name,
      route,
      sameBlock,
      selling,
      tax: taxOf({ route, pool }),
      holders,
      sizes: readSizes(simulated[2], sizing, snapshot),
      guard: readGuard(touched, snapshot),
      movements: readMovements(movements, snapshot),
    },
    trials,
  };
}

const everyPower = (why: string) => perPower((): Power => ({ status: "unknown", why }));

const nothing = (snapshot: Snapshot, { isContract, why }: { isContract: boolean; why: string }): Facts => ({
  snapshot,
  isContract,
  opcodes: undefined,
  selectors: undefined,
  trade: undefined,
  powers: everyPower(why),
});
