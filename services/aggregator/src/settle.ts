import { setTimeout as delay } from "node:timers/promises";
import { isFinal, type Request, stateOf, type Token } from "@token-sentiment/contract";
import {
  type Asked,
  BrokerUnreachableError,
  HandBackError,
  readRowAtKey,
  type RowWrite,
  StorageFullError,
  writeRow,
} from "@token-sentiment/bus";
import { fold } from "@token-sentiment/model";
import type { Aggregator } from "./aggregator.ts";
import type { HeardEvidence } from "./read-fact.ts";

const RETRY_MS = 500;
/** Between two tries against a rival: never a busy loop. */
const CONFLICT_MS = 20;

/** A job and the evidence it is settled with. */
export interface Settlement {
  request: Request;
  requestAt: number;
  evidence: readonly HeardEvidence[];
  /** What the resolver found, for a request without a contract. */
  token: Token | undefined;
  /** The revision of its row as far as known, 0 for none. */
  revision: number;
}

/** Folds what is there and makes it final, unless another replica was first. Returns when the job has a final row. */
export async function settle(aggregator: Aggregator, { request, requestAt, evidence, token, revision }: Settlement): Promise<void> {
  const { row, modelVersion, used } = fold({ request, requestAt, evidence, token });
  const causes = evidence.flatMap(({ traceparent }) => traceparent ?? []);
  const write = { row, causes, requestAt, model: modelVersion, evidence: used, asked: askedBy(request, token) } satisfies Partial<RowWrite>;
  if (!(await writeFinal(aggregator, request.job_id, { ...write, expectedRevision: revision }))) return;
  const seconds = (aggregator.clock.now() - requestAt) / 1000;
  const outcome = row.status === "completed" && row.payload.status === "degraded" ? "degraded" : row.status;
  aggregator.metrics.finished(outcome, seconds);
  const verdict =
    row.status === "completed" ? { verdict: row.payload.executable_verdict, confidence: row.payload.confidence } : { error: row.error };
  aggregator.log.info({ job_id: request.job_id, outcome, ...verdict, seconds }, "job settled");
}

/** What whoever works after the end needs of the request: who asked, the contract that was judged, and whom to tell. */
function askedBy({ caller, chain_id, contract_address, webhook }: Request, found: Token | undefined): Asked {
  const judged = contract_address === undefined ? found : { chain_id, contract_address };
  const asked = { caller, ...(webhook !== undefined && { webhook }) };
  if (judged?.contract_address === undefined) return asked;
  return { ...asked, token: { chain_id: judged.chain_id, contract_address: judged.contract_address } };
}

/**
 * Writes a final row, as often as it takes: a full disk or a lost broker keeps the delivery held. False when the job was final already.
 * @throws HandBackError when this replica is shutting down.
 */
export async function writeFinal({ bus, log, draining }: Aggregator, jobId: string, write: RowWrite): Promise<boolean> {
  let { expectedRevision } = write;
  for (;;) {
    try {
      if ((await writeRow(bus, jobId, { ...write, expectedRevision })) !== "conflict") return true;
      // In one look: a leader that has just changed may not see a row yet, and what is judged must be what is replaced.
      const { row, revision } = await readRowAtKey(bus, jobId);
      if (row && isFinal(stateOf({ at: write.requestAt }, row, write.requestAt))) return false;
      expectedRevision = revision;
      await delay(CONFLICT_MS);
    } catch (error) {
      if (!(error instanceof BrokerUnreachableError) && !(error instanceof StorageFullError)) throw error;
      log.warn({ err: error, job_id: jobId }, "cannot write a row yet, trying again");
      await delay(RETRY_MS, undefined, { signal: draining }).catch(() => undefined);
    }
    if (draining.aborted) throw new HandBackError("this replica is shutting down");
  }
}
