import type { Address } from "@solana/kit";
import { askChain, askHolders, askShares, type Reading, trySimulation } from "./ask-chain.ts";
import { askGoplus, askRugcheck } from "./ask-checkers.ts";
import { whereaboutsOf } from "./chain/addresses.ts";
import type { Holder } from "./checkers/concentration.ts";
import type { GoplusToken } from "./checkers/goplus-answer.ts";
import { holdersOfGoplus, holdersOfNode, holdersOfReport, type HoldersTold } from "./checkers/holders-told.ts";
import { lockedOf, positionsOnly } from "./checkers/locked.ts";
import { isIndexed, type Report } from "./checkers/report.ts";
import { creatorOf } from "./creator.ts";
import type { ChainFacts, CheckerFacts, Facts, HolderSource } from "./facts.ts";
import { askLaunch } from "./launch/ask-launch.ts";
import type { SimulationFacts } from "./simulation/simulate.ts";
import type { Sources } from "./sources.ts";

/** What is asked about. */
export interface Question {
  address: Address;
  /** Upper case. */
  symbol: string;
}

/**
 * Asks the chain and RugCheck at once; then, side by side, the holders, the pools' shares, the simulator, and GoPlus when nobody else knows
 * the holders. Never throws for a source that is missing.
 */
export async function investigate(sources: Sources, { address, symbol }: Question, signal: AbortSignal): Promise<Facts> {
  const { pumpPool, curve: curveAt, cpmmPools } = await whereaboutsOf(address);
  const pools = [pumpPool, curveAt, ...cpmmPools];
  const asking = askChain(sources, address, signal);
  const checking = askRugcheck(sources, address, signal);
  const listing = askHolders(sources, { address, reading: asking }, signal);

  const told = async () => {
    const [reading, listed, rugcheck] = await Promise.all([asking, listing, checking]);
    const known = bestOf({ listed, rugcheck }, pools);
    const goplus: CheckerFacts<GoplusToken> =
      known || reading.kind === "other" ? { kind: "off" } : await askGoplus(sources, address, signal);
    const ofGoplus = goplus.kind === "answered" ? holdersOfGoplus(goplus.answer, pools) : undefined;
    return { goplus, holders: known ?? (ofGoplus && { ...ofGoplus, source: "goplus" as const }) };
  };
  const shared = async () => {
    const [reading, rugcheck] = await Promise.all([asking, checking]);
    return askShares(sources, { address, reading, report: answerOf(rugcheck) }, signal);
  };
  const simulated = async (): Promise<SimulationFacts> => {
    const reading = await asking;
    return reading.kind === "mint" ? trySimulation(sources, { address, reading: reading.reading }, signal) : { kind: "off" };
  };
  const launched = async () => {
    const reading = await asking;
    return askLaunch(sources, { address, curveAt, reading }, signal);
  };
  const [reading, rugcheck, listed, { goplus, holders }, shares, simulation, launch] = await Promise.all([
    asking,
    checking,
    listing,
    told(),
    shared(),
    simulated(),
    launched(),
  ]);

  const report = answerOf(rugcheck);
  const token = answerOf(goplus);
  const { metadata, curve, standing } = reading.kind === "mint" ? reading.reading : {};
  const counted = report?.totalHolders === 0 ? undefined : report?.totalHolders;
  const gaps = [`${holdersName} ${missing(listed)}`, `RugCheck ${missing(rugcheck)}`, `GoPlus ${missing(goplus)}`];
  return {
    address,
    symbol,
    chain: chainFacts(reading),
    metadata,
    curve,
    simulation,
    rugcheck,
    goplus,
    holders: holders && { ...holders.concentration, source: holders.source },
    holdersWhy: (listed.kind === "off" ? gaps.slice(1) : gaps).join(", "),
    creator: creatorOf({ curve, report, mint: standing?.mint, holders }),
    holderCount: counted ?? token?.holder_count,
    liquidityUsd: report && isIndexed(report) ? report.totalMarketLiquidity : undefined,
    locked: lockedOf(report?.markets ?? [], shares),
    positionsOnly: positionsOnly(report?.markets ?? []),
    launch,
    knownIssuer: report?.verification?.jup_strict === true || token?.trusted_token === "1",
  };
}

const holdersName = "the RPC for holders";
const answerOf = <T>(checker: CheckerFacts<T>): T | undefined => (checker.kind === "answered" ? checker.answer : undefined);

/** A node's list before RugCheck's. */
function bestOf(
  { listed, rugcheck }: { listed: CheckerFacts<Holder[]>; rugcheck: CheckerFacts<Report> },
  pools: readonly string[],
): (HoldersTold & { source: HolderSource }) | undefined {
  const ofNode = listed.kind === "answered" ? holdersOfNode(listed.answer, pools) : undefined;
  if (ofNode) return { ...ofNode, source: "getTokenLargestAccounts" };
  const report = answerOf(rugcheck);
  const ofReport = report && holdersOfReport(report, pools);
  return ofReport && { ...ofReport, source: "rugcheck" };
}

function chainFacts(reading: Reading): ChainFacts {
  if (reading.kind === "missing") return { kind: "unread", why: reading.why };
  if (reading.kind === "other") return reading;
  const { standing, slot, epoch } = reading.reading;
  return { kind: "mint", mint: standing.mint, slot, epoch };
}

function missing(checker: CheckerFacts<unknown>): string {
  switch (checker.kind) {
    case "answered":
      return "has none";
    case "off":
      return "was not asked";
    case "unknown":
      return "does not know it";
    case "missing":
      return `not available (${checker.why})`;
    default:
      return checker satisfies never;
  }
}
