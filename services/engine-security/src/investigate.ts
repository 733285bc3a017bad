import {
  type Answer,
  type Chain,
  isDelegation,
  proveCall,
  PROVER,
  readProof,
  type Rpc,
  type RpcCall,
  type Snapshot,
  takeSnapshot,
} from "@token-sentiment/evm";
import type { Address } from "viem";
import type { BytecodeReader } from "./bytecode/open-reader.ts";
import type { Facts, TradeFacts } from "./facts.ts";
import { actorsOf } from "./powers/actors.ts";
import { type Candidates, candidatesFor } from "./powers/candidates.ts";
import { judgePowers, perPower, type Power, type Trial } from "./powers/judge.ts";
import { holdersCallOf, readHolders } from "./trade/holders.ts";
import { judgeSelling, taxOf } from "./trade/judge.ts";
import { poolLegCall, readPoolLeg } from "./trade/pool-leg.ts";
import { readRoute, routeCall } from "./trade/route.ts";
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
  const snapshot = await takeSnapshot(rpc, of, signal);
  const isContract = snapshot.code !== "0x" && !isDelegation(snapshot.code);
  if (!isContract) return { snapshot, isContract, trade: undefined, powers: everyPower("there is no contract") };
  const functions = await bytecode.read(snapshot.logic);
  const sizing = sizingOf(snapshot);
  if (!sizing) return { snapshot, isContract, trade: undefined, powers: everyPower("there is no pool to try it on") };
  const candidates =
    functions && functions.length > 0
      ? candidatesFor(functions, { holder: PROVER, supply: snapshot.supply ?? sizing.pool.tokenReserve })
      : undefined;
  const { trade, trials } = await tryOut(rpc, { snapshot, sizing, candidates: candidates ?? { calls: [], untried: 0 } }, signal);
  const powers = candidates ? judgePowers(trials, candidates) : everyPower("no functions could be read off its bytecode");
  return { snapshot, isContract, trade, powers };
}

interface Trying {
  snapshot: Snapshot;
  sizing: Sizing;
  candidates: Candidates;
}

/** Round 3: trades by two methods, real holders, and one proof per actor; the first proof is the same-block trade too. */
async function tryOut(
  rpc: Rpc,
  { snapshot, sizing, candidates }: Trying,
  signal: AbortSignal,
): Promise<{ trade: TradeFacts; trials: Trial[] }> {
  const actors = actorsOf(snapshot);
  const calls = candidates.calls.map(({ data }) => data);
  const proofs = actors.map(({ address }) => proveCall(sizing.market, { coins: sizing.coins, actor: address, calls }, snapshot.block.tag));
  const holdersCall = holdersCallOf(sizing, snapshot, "tomorrow");
  const asked = [routeCall(sizing, snapshot), poolLegCall(sizing, snapshot), ...proofs, ...(holdersCall ? [holdersCall] : [])];
  const [routed, legged, ...rest] = await rpc.batch(asked, signal);
  const route = readRoute(routed, sizing, snapshot);
  const pool = readPoolLeg(legged, sizing, snapshot);
  const trials = actors.map((actor, index): Trial => ({ actor, proof: readProof(rest[index]) }));
  const answered = await orNow({ rpc, answer: rest[proofs.length], again: holdersCallOf(sizing, snapshot, "now") }, signal);
  const holders = readHolders(answered);
  const first = trials[0]?.proof;
  const sameBlock = first && { bought: first.bought, sale: { ok: first.base.sale.ok, taxBps: Number(first.base.sale.taxBps) } };
  const selling = judgeSelling({ route, pool, sameBlock, holders });
  return { trade: { exchange: sizing.pool.exchange.name, route, selling, tax: taxOf({ route, pool }), holders }, trials };
}

/** A node that cannot override the block lets holders sell now instead. */
async function orNow(
  { rpc, answer, again }: { rpc: Rpc; answer: Answer | undefined; again: RpcCall | undefined },
  signal: AbortSignal,
): Promise<Answer | undefined> {
  if (answer?.kind !== "unsupported" || !again) return answer;
  const [now] = await rpc.batch([again], signal);
  return now;
}

const everyPower = (why: string) => perPower((): Power => ({ status: "unknown", why }));
