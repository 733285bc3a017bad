import type { Address } from "@solana/kit";
import { feeIn, type Mint, smallTransfer } from "../chain/mint.ts";
import type { Simulator } from "./open-simulator.ts";
import type { Run, SimulatedHook, Simulation } from "./protocol.ts";

/** Why a transfer was refused, as far as it is known. */
export type Refusal = "frozen" | "non-transferable" | "paused" | "hook";

/** What came of a trial: how much arrived, who refused, or nothing that could be told. `coarse`: a fee was taken, of too few units to tell its rate. */
export type Outcome =
  | { kind: "delivered"; percent: number }
  | { kind: "refused"; because: Refusal }
  | { kind: "coarse" }
  | { kind: "unclear" };

/** What the trials of a mint showed. */
export type SimulationFacts =
  | { kind: "ran"; amount: bigint; now: Outcome; later: { epoch: bigint; outcome: Outcome } | undefined; hook: Address | undefined }
  /** Every transfer calls a program that could not be executed here. */
  | { kind: "gated"; hook: Address; why: string }
  | { kind: "missing"; why: string }
  | { kind: "off" };

/** A mint as the chain holds it. */
export interface MintAt {
  address: Address;
  program: Address;
  data: Uint8Array;
  mint: Mint;
  epoch: bigint;
  /** What a transfer calls; undefined when it calls nothing. */
  hook: SimulatedHook | undefined;
}

/** Errors of Token-2022, by number. */
const REFUSALS: Record<number, Refusal> = { 0x11: "frozen", 0x25: "non-transferable", 0x43: "paused" };

/** Tries a transfer now, and in the epoch from which another fee is announced. */
export async function simulate(simulator: Simulator, at: MintAt, signal: AbortSignal): Promise<SimulationFacts> {
  const { mint, epoch, hook } = at;
  const amount = smallTransfer(mint.supply);
  const announced =
    mint.transferFee && feeIn(epoch, mint.transferFee) !== mint.transferFee.newer ? mint.transferFee.newer.epoch : undefined;
  const epochs = announced === undefined ? [epoch] : [epoch, announced];
  const simulation: Simulation = {
    mint: { address: at.address, program: at.program, data: Buffer.from(at.data).toString("base64"), executable: false },
    decimals: mint.decimals,
    amount: String(amount),
    epochs: epochs.map(String),
    ...(hook && { hook }),
  };
  const runs = await simulator.run(simulation, signal);
  const [now, later] = (runs ?? []).map((run) => outcomeOf(run, amount, mint.transferHook?.program));
  if (!now) return { kind: "missing", why: "the simulator gave no answer" };
  return {
    kind: "ran",
    amount,
    now,
    later: announced !== undefined && later ? { epoch: announced, outcome: later } : undefined,
    hook: mint.transferHook?.program,
  };
}

/** Fees are rounded up to a whole unit: of so many units that is a hundredth of a percent. */
const LEAST_UNITS = 10_000n;

function outcomeOf(run: Run, amount: bigint, hook: Address | undefined): Outcome {
  if ("delivered" in run) {
    const delivered = BigInt(run.delivered);
    if (delivered < amount && amount < LEAST_UNITS) return { kind: "coarse" };
    return { kind: "delivered", percent: Number((delivered * 1_000_000n) / amount) / 10_000 };
  }
  if (hook !== undefined && run.by === hook) return { kind: "refused", because: "hook" };
  const because = run.error === undefined ? undefined : REFUSALS[run.error];
  return because ? { kind: "refused", because } : { kind: "unclear" };
}
