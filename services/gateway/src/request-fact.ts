import { enginesFor, type Request, subjects, SYMBOL, timing } from "@token-sentiment/contract";
import type { Fact } from "@token-sentiment/bus";

/** What makes a request, beside what follows from it. */
export type Asking = Pick<
  Request,
  "job_id" | "request_id" | "caller" | "coin_symbol" | "chain_id" | "contract_address" | "fresh" | "context_id" | "webhook"
>;

/** The request as it is published: one a job, over all chains. */
export function requestFact(asking: Asking): Fact & { value: Request } {
  const { job_id, chain_id, contract_address } = asking;
  const value: Request = { ...asking, expects: enginesFor(chain_id), budget_ms: timing.budgetMs };
  const scope = contract_address === undefined ? SYMBOL : chain_id;
  return { kind: "request", subject: subjects.request(scope, job_id), value, oncePer: subjects.requestOf(job_id) };
}
