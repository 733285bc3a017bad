import type { Stored } from "@token-sentiment/bus";
import { parseFact, type Request, subjectParts } from "@token-sentiment/contract";

/** What an engine is asked: a request that names its contract, or the token that the resolver found for one that does not. */
export type Task = Pick<Request, "job_id" | "chain_id" | "contract_address" | "coin_symbol" | "fresh">;

/** Reads a task off either fact. Throws like `parseFact`. */
export function readTask(fact: Stored): Task {
  const kind = subjectParts(fact.subject).kind === "token" ? "token" : "request";
  const { job_id, chain_id, coin_symbol, contract_address, fresh } = parseFact(kind, fact);
  return { job_id, chain_id, coin_symbol, ...(contract_address !== undefined && { contract_address }), ...(fresh && { fresh }) };
}
