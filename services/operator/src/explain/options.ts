import { parseArgs } from "node:util";
import { CommandError } from "../command.ts";

/** What is to be explained, and where. */
export interface ExplainOptions {
  jobId: string;
  /** Base URL of the service, without a slash at its end. */
  url: string;
  /** Also the lines that moved nothing. */
  all: boolean;
}

/** Shown by `npm run explain -- --help`. */
export const EXPLAIN_USAGE = `npm run explain -- JOB_ID [--url URL] [--all]   the walk from the prior to the verdict, and whether it can be worked out again

  --url URL   the service; default $TOKEN_SENTIMENT_URL, else http://127.0.0.1:8080
  --all       also the lines that moved nothing
`;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads the command line; `help` when it is asked for. @throws CommandError. */
export function explainOptionsOf(args: readonly string[], url: string): ExplainOptions | "help" {
  const read = () => {
    try {
      const options = { url: { type: "string" }, all: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
      return parseArgs({ args: [...args], options, allowPositionals: true });
    } catch (error) {
      throw new CommandError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  };
  const { values, positionals } = read();
  if (values.help) return "help";
  const [jobId, ...rest] = positionals;
  if (jobId === undefined || rest.length > 0) throw new CommandError("one job id is needed: npm run explain -- JOB_ID");
  if (!UUID.test(jobId)) throw new CommandError("a job id is a UUID, as POST /api/agent answered it");
  const base = values.url ?? url;
  if (!/^https?:$/.test(URL.parse(base)?.protocol ?? "")) throw new CommandError("the URL of the service begins with http:// or https://");
  return { jobId, url: base.replace(/\/+$/, ""), all: values.all ?? false };
}
