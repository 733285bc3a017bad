import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { isFinal, type JobRow, stateOf } from "@token-sentiment/contract";
import { type Bus, readRequest, readRow, type Row } from "@token-sentiment/bus";
import { fold, type Folded, type FoldInput, type Model, modelOf } from "@token-sentiment/model";
import { ApiError } from "./errors.ts";
import { type Journal, readJobJournal } from "./journal.ts";
import type { ReportBody } from "./report-body.ts";

/** How often, and how long, a journal that lacks what the row was folded from is read again. */
const STALE_MS = 20;
const STALE_READS = 50;

/** The journal with all of `used`. @throws ApiError `unavailable` when no replica has it. */
async function journalWith(bus: Bus, jobId: string, used: readonly number[]): Promise<Journal> {
  for (let tries = 0; tries < STALE_READS; tries++) {
    const journal = await readJobJournal(bus, jobId);
    if (journal && used.every((seq) => journal.evidence.some((one) => one.seq === seq))) return journal;
    await delay(STALE_MS);
  }
  throw new ApiError("unavailable", { detail: "the evidence of this job cannot be read at the moment, please retry in a few seconds" });
}

/** Whether folding again gave the stored result, and if not, why. A version of the model that is not here explains nothing by another. */
function comparison({ row: again, modelVersion }: Folded, { row, model }: { row: JobRow; model: string | undefined }) {
  const settled_by = { settled_by: model ?? null };
  if (model !== modelVersion) {
    const by =
      model === undefined ? "a model that did not say its version" : `version ${model} of the model, which this service does not have`;
    return {
      reproduced: false,
      not_reproduced: `settled by ${by}; this report is what version ${modelVersion} makes of the same evidence`,
      ...settled_by,
    };
  }
  if (isDeepStrictEqual(again, row)) return { reproduced: true, ...settled_by };
  return {
    reproduced: false,
    not_reproduced: "the same version of the model gives another result from the evidence on record",
    ...settled_by,
  };
}

/** As the row was folded: the resolver may have spoken between the last look of whoever settled the job and its row, and then played no part either. */
function foldedAs(row: JobRow, input: FoldInput, model: Model | undefined): Folded {
  const folded = fold(input, model);
  if (input.token === undefined || isDeepStrictEqual(folded.row, row)) return folded;
  const without = fold({ ...input, token: undefined }, model);
  return isDeepStrictEqual(without.row, row) ? without : folded;
}

function explained(journal: Journal, { row, at, model }: Row, used: readonly number[]): ReportBody {
  const evidence = journal.evidence.filter(({ seq }) => used.includes(seq)).map(({ value, ...stored }) => ({ evidence: value, ...stored }));
  // What the resolver said after the end played no part.
  const token = journal.token && journal.token.at <= at ? journal.token.value : undefined;
  const input = { request: journal.request.value, requestAt: journal.request.at, evidence, token };
  const folded = foldedAs(row, input, model === undefined ? undefined : modelOf(model));
  const { lines, ...report } = folded.report;
  return {
    job_id: row.job_id,
    status: folded.row.status,
    settled_at: at,
    ...comparison(folded, { row, model }),
    ...report,
    series: evidence.reduce<ReportBody["series"]>((all, one) => ({ ...all, ...one.evidence.series }), {}),
    lines: lines.map((line) => ({ ...line, age_ms: Math.max(0, at - line.observed_at) })),
  };
}

/**
 * Why a job ended as it did: the fold again, over the very evidence that its row names and with the version of the model that it names.
 * @throws ApiError `job_not_found`, or `no_report` while the job is open and for one that nobody settled.
 */
export async function reportOf(bus: Bus, jobId: string, now: number): Promise<ReportBody> {
  const row = await readRow(bus, jobId);
  const request = await readRequest(bus, jobId);
  const state = stateOf(request, row, now);
  if (!request || state.status === "unknown") throw new ApiError("job_not_found");
  if (!isFinal(state)) throw new ApiError("no_report", { headers: { "retry-after": "2" } });
  // Judged at its very start a job is final only by a row that counts.
  if (!row?.evidence || !isFinal(stateOf(request, row, request.at))) {
    throw new ApiError("no_report", { detail: "there is no report: the job timed out before anybody could settle it" });
  }
  return explained(await journalWith(bus, jobId, row.evidence), row, row.evidence);
}
