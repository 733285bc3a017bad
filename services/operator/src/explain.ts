import { isDeepStrictEqual } from "node:util";
import { rederive } from "@token-sentiment/model";
import { readConfig } from "@token-sentiment/runtime";
import { z } from "zod";
import { chartOf } from "./explain/chart.ts";
import { type ExplainedJob, fetchJob } from "./explain/fetch-job.ts";
import { EXPLAIN_USAGE, explainOptionsOf } from "./explain/options.ts";

const Config = z.object({ TOKEN_SENTIMENT_URL: z.string().default("http://127.0.0.1:8080") });
/** Where nobody tells how wide it is. */
const COLUMNS = 120;

/** What the report was held to, in a line each. */
function checks({ row, report, reproduced, notReproduced }: ExplainedJob): { lines: string[]; sound: boolean } {
  const again = rederive(report);
  const same = row.status === "completed" ? { status: row.status, payload: row.payload } : { status: row.status, error: row.error };
  const alone = isDeepStrictEqual(again, same);
  return {
    sound: reproduced && alone,
    lines: [
      `the service, folding its journal again: ${reproduced ? "the same result" : (notReproduced ?? "another result")}`,
      `this program, from the report alone:    ${alone ? "the same result" : "ANOTHER RESULT"}`,
    ],
  };
}

async function main(): Promise<void> {
  const options = explainOptionsOf(process.argv.slice(2), readConfig(Config).TOKEN_SENTIMENT_URL);
  if (options === "help") return void process.stdout.write(EXPLAIN_USAGE);
  const job = await fetchJob(options.url, options.jobId);
  const { row, report, settledAt } = job;
  const { lines, sound } = checks(job);
  const settled = `settled ${new Date(settledAt).toISOString()} by model ${report.model_version}`;
  const body =
    row.status === "completed"
      ? chartOf(report, { payload: row.payload, width: process.stdout.columns ?? COLUMNS, all: options.all })
      : [`failed: ${row.error}`];
  const head = `${report.coin_symbol} on chain ${report.chain_id}, ${settled}`;
  process.stdout.write(`${[head, ...lines, "", ...body].join("\n")}\n`);
  if (!sound) process.exitCode = 2;
}

try {
  await main();
} catch (error) {
  // A sentence is what a reader can act on; a stack is not.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
