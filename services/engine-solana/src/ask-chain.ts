import type { Address } from "@solana/kit";
import { UnavailableError } from "@token-sentiment/engine";
import { smallTransfer } from "./chain/mint.ts";
import { type LockedShares, poolAt, readPoolShares } from "./chain/pool-shares.ts";
import { type ChainReading, type MintReading, readChain } from "./chain/read-chain.ts";
import { hookOf } from "./chain/read-hook.ts";
import { askLargest, readHolders } from "./chain/read-holders.ts";
import type { Holder } from "./checkers/concentration.ts";
import type { Report } from "./checkers/report.ts";
import type { CheckerFacts } from "./facts.ts";
import { simulate, type SimulationFacts } from "./simulation/simulate.ts";
import { type Sources, unlessUnavailable, within } from "./sources.ts";

/** Of all that is asked of nodes together. */
const CHAIN_MS = 6000;

/** The accounts at and around the address, or why they were not read. */
export type Reading = ChainReading | { kind: "missing"; why: string };

/** Reads the mint and what stands beside it. */
export const askChain = ({ endpoints }: Sources, address: Address, signal: AbortSignal): Promise<Reading> =>
  unlessUnavailable(() => readChain(endpoints, address, within(signal, CHAIN_MS)));

/** The largest holders, by a node that tells; the list is asked for while the mint is read. */
export async function askHolders(
  { holdersNode }: Sources,
  { address, reading }: { address: Address; reading: Promise<Reading> },
  signal: AbortSignal,
): Promise<CheckerFacts<Holder[]>> {
  if (!holdersNode) return { kind: "off" };
  const limit = within(signal, CHAIN_MS);
  const asked = await unlessUnavailable(async () => ({ kind: "listed" as const, largest: await askLargest(holdersNode, address, limit) }));
  const read = await reading;
  if (read.kind === "other") return { kind: "off" };
  if (asked.kind === "missing") return asked;
  if (read.kind === "missing") return { kind: "missing", why: "the supply is not known" };
  const { supply } = read.reading.standing.mint;
  return unlessUnavailable(async () => ({
    kind: "answered" as const,
    answer: await readHolders(holdersNode, { mint: address, supply, largest: asked.largest }, limit),
  }));
}

/** The shares of its pools: of those at derivable addresses, and of those that RugCheck names. A pool that cannot be read is left out. */
export async function askShares(
  { endpoints }: Sources,
  { address, reading, report }: { address: Address; reading: Reading; report: Report | undefined },
  signal: AbortSignal,
): Promise<LockedShares[]> {
  if (reading.kind !== "mint") return [];
  const { pumpPool, pools } = reading.reading;
  const named = (report?.markets ?? [])
    // what the chain says of its own pools is not for others to replace
    .filter(
      ({ pubkey, marketType }) =>
        pubkey !== pumpPool?.at && pools.every(({ at }) => at !== pubkey) && /^raydium(_cpmm)?$|^pump_fun_amm$/i.test(marketType),
    )
    .toSorted((a, b) => (b.lp?.quoteUSD ?? 0) - (a.lp?.quoteUSD ?? 0))
    .flatMap(({ pubkey, mintLP, lp }) => poolAt(pubkey, mintLP ?? lp?.lpMint));
  try {
    const read = await readPoolShares(endpoints, { mint: address, pools: [...pools, ...named] }, within(signal, CHAIN_MS));
    return pumpPool ? [pumpPool, ...read] : read;
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return pumpPool ? [pumpPool] : [];
  }
}

/** Tries a transfer on the mint's bytes, with its hook when that can be had. */
export async function trySimulation(
  { endpoints, simulator }: Sources,
  { address, reading: { standing, epoch } }: { address: Address; reading: MintReading },
  signal: AbortSignal,
): Promise<SimulationFacts> {
  if (!simulator) return { kind: "off" };
  const { mint, program, data } = standing;
  const at = { address, program, data, mint, epoch };
  const limit = within(signal, CHAIN_MS);
  const hook = mint.transferHook?.program;
  if (hook === undefined) return simulate(simulator, { ...at, hook: undefined }, limit);
  const transfer = { mint: address, tokenProgram: program, hook, data, amount: smallTransfer(mint.supply) };
  const found = await hookOf(endpoints, transfer, limit);
  if (found.kind === "missing") return found;
  return found.kind === "gated" ? { ...found, hook } : simulate(simulator, { ...at, hook: found.hook }, limit);
}
