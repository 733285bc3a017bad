import { type FactKind, type FactValue, parseFact, subjectParts } from "@token-sentiment/contract";
import type { Stored } from "@token-sentiment/bus";
import { z } from "zod";
import { RecordedCase } from "./recorded-case.ts";

/** A case of which nobody has written down what followed. */
export type OpenCase = Omit<RecordedCase, "outcome" | "outcome_known_at" | "outcome_by">;

function valuesOf<K extends FactKind>(facts: readonly Stored[], kind: K): FactValue<K>[] {
  return facts.filter(({ subject }) => subjectParts(subject).kind === kind).map((fact) => parseFact(kind, fact));
}

/**
 * An open case of a job's facts: who asked is left out. Looked at when the broker had the last of the evidence.
 * @throws Error saying why there is none: no request, no evidence, no contract of the symbol; or what is wrong with a fact.
 */
export function caseOfJournal(facts: readonly Stored[], { dataset, licence }: { dataset: string; licence: string | undefined }): OpenCase {
  const [request] = valuesOf(facts, "request");
  const [token] = valuesOf(facts, "token");
  const evidence = valuesOf(facts, "evidence").filter(({ engine }) => request?.expects.includes(engine));
  if (!request) throw new Error("there is no such job, or it is older than 24 hours");
  if (!evidence.some(({ outcome }) => outcome === "observed")) throw new Error("no engine has observed anything for this job");
  const contract_address = request.contract_address ?? token?.contract_address;
  if (contract_address === undefined && token?.native !== true)
    throw new Error("no contract of the symbol was found: nobody knows which token was judged");
  const times = [
    ...facts.map(({ at }) => at),
    ...evidence.flatMap((one) => [one.observed_at, ...one.signals.map((signal) => signal.observed_at)]),
  ];
  const detected_at = Math.max(...times);
  const open: OpenCase = {
    format: 1,
    name: `${dataset} ${request.job_id}`,
    dataset,
    ...(licence !== undefined && { licence }),
    coin_symbol: request.coin_symbol,
    chain_id: request.chain_id,
    ...(contract_address !== undefined && { contract_address }),
    detected_at,
    expects: request.expects,
    evidence,
  };
  const read = RecordedCase.safeParse({ ...open, outcome: "none", outcome_known_at: detected_at, outcome_by: "open" });
  if (!read.success) throw new Error(z.prettifyError(read.error));
  return open;
}
