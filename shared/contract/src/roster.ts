import type { ChainId } from "./chain.ts";

/** One engine: its team, its service, its account on the broker. */
export interface RosterRow {
  /** The chains it answers for. */
  chains: readonly ChainId[];
}

/** Who answers. A new engine is one row here, one permissions row (generated), one Kubernetes file. */
export const roster = {
  security: { chains: ["1", "56", "8453"] },
  onchain: { chains: ["1", "56", "8453"] },
  solana: { chains: ["solana"] },
  sybil: { chains: ["1", "56", "8453", "solana"] },
  market: { chains: ["1", "56", "8453", "solana"] },
} as const satisfies Record<string, RosterRow>;

export type EngineName = keyof typeof roster;

/** All engines, in the order in which their evidence is folded. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
export const engineNames = Object.keys(roster) as EngineName[];

/** The engines that are asked about a token of `chain`, in roster order. */
export const enginesFor = (chain: ChainId): EngineName[] =>
  engineNames.filter((engine) => (roster[engine].chains as readonly ChainId[]).includes(chain));
