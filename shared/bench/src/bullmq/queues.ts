import { type EngineName, enginesFor } from "@token-sentiment/contract";

/** The engines of an Ethereum token: the children of a flow. */
export const engines: readonly EngineName[] = enginesFor("1");

/** The queue of an engine's jobs. */
export const engineQueue = (engine: EngineName): string => `engine-${engine}`;

/** The queue of the parents: they wait for their children. */
export const AGGREGATE = "aggregate";

/** What a parent and its children are given. */
export interface Asked {
  job_id: string;
  coin_symbol: string;
  contract_address: string;
  request_id: string;
  at: number;
}
