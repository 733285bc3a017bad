import { JobRow } from "@token-sentiment/contract";
import { Report, ReportEngine, ReportLine } from "@token-sentiment/model";
import { z } from "zod";
import { CommandError } from "../command.ts";

const ErrorBody = z.looseObject({ error: z.string() });

/** What the service says of a final job. */
export interface ExplainedJob {
  row: Extract<JobRow, { status: "completed" | "failed" }>;
  report: Report;
  settledAt: number;
  reproduced: boolean;
  notReproduced: string | undefined;
}

const Told = z.object({ settled_at: z.int(), reproduced: z.boolean(), not_reproduced: z.string().optional() });
/** The report as this release knows it: what a later one has added is left out. */
const Known = z.object({
  ...Report.shape,
  lines: z.array(z.object(ReportLine.shape)),
  engines: z.array(z.object(ReportEngine.shape)),
});

const PATIENCE_MS = 10_000;

async function get(url: string): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error: unknown) => {
    throw new CommandError(`the service at ${new URL(url).origin} does not answer`, { cause: error });
  });
  const body: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) return body;
  throw new CommandError(ErrorBody.safeParse(body).data?.error ?? `the service answered ${answer.status}`);
}

/** Reads a job and its report over HTTP. @throws CommandError when it is open, unknown, or not what this release understands. */
export async function fetchJob(base: string, jobId: string): Promise<ExplainedJob> {
  const report = await get(`${base}/api/agent/${jobId}/report`);
  const row = JobRow.safeParse(await get(`${base}/api/agent/${jobId}`));
  const [known, told] = [Known.safeParse(report), Told.safeParse(report)];
  if (!row.success || row.data.status === "running" || !known.success || !told.success)
    throw new CommandError("the service answers in a form that this release does not know");
  const { settled_at, reproduced, not_reproduced } = told.data;
  return { row: row.data, report: known.data, settledAt: settled_at, reproduced, notReproduced: not_reproduced };
}
