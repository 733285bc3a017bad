import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Credentials } from "../caller.ts";
import type { AppContext } from "../context.ts";
import { ANSWER_MS, within } from "../deadline.ts";
import { apiErrorOf } from "../error-response.ts";
import { ApiError, type ErrorRow, errorTable } from "../errors.ts";
import type { Intake } from "../intake.ts";
import { parseJobId } from "../job-id.ts";
import { reportOf } from "../report.ts";
import { waitForFinal } from "../wait.ts";
import { explanationOf } from "./explanation.ts";
import { challengeResult, type McpPaying, paymentOfCall, withReceipt } from "./mcp-payment.ts";
import { INSTRUCTIONS, tools } from "./tool-texts.ts";

/** What one call may use. */
export interface McpOptions {
  context: AppContext;
  intake: Intake;
  credentials: Credentials;
  /** Undefined when payments are off. */
  paying: McpPaying | undefined;
  /** The client left, or the service drains. */
  until: AbortSignal;
}

const WAIT_S = 20;
const LINES = 12;

const answered = (content: Record<string, unknown>, note: string): CallToolResult => ({
  structuredContent: content,
  content: [
    { type: "text", text: JSON.stringify(content) },
    { type: "text", text: note },
  ],
});

/** A refusal in words that tell the model what to do next. */
function refused(error: unknown, { log }: AppContext, retry: string): CallToolResult {
  const known = apiErrorOf(error);
  const { degraded, retryAfter }: ErrorRow = errorTable[known.code];
  if (degraded) log.error({ err: known.cause ?? known, code: known.code }, "a tool call failed");
  const wait = retryAfter ?? (degraded ? 5 : undefined);
  const next = wait === undefined ? "" : ` In ${wait} seconds ${retry}`;
  return { isError: true, content: [{ type: "text", text: `${known.message} (${known.code}).${next}` }] };
}

const jobIdOf = (text: string): string => {
  const jobId = parseJobId(text);
  if (jobId === undefined) throw new ApiError("job_not_found");
  return jobId;
};

/** The service as three tools for models, for one call: nothing is kept between two. */
export function createMcpServer({ context, intake, credentials, paying, until }: McpOptions): McpServer {
  const { bus, clock, reader, bells } = context;
  const server = new McpServer({ name: "token-sentiment", version: "1.0.0" }, { instructions: INSTRUCTIONS });

  server.registerTool("submit_token_analysis", tools.submit_token_analysis, async ({ request_id, ...body }, { _meta }) => {
    try {
      const asked = { body, requestId: request_id, generated: false, credentials, fresh: false };
      const { accepted, replayed, headers } = await intake.take(asked, paymentOfCall(paying, _meta));
      const left = /;r=(\d+)/.exec(headers["ratelimit"] ?? "")?.[1];
      const { job_id, status, coin_symbol } = accepted;
      const callsLeft = left === undefined ? {} : { demo_calls_left: Number(left) };
      const taken = answered(
        { job_id, request_id, coin_symbol, status, replayed, ...callsLeft },
        "Now call get_token_analysis with this job_id. If you submit this analysis again, send the same request_id.",
      );
      return withReceipt(taken, headers, paying);
    } catch (error) {
      const known = apiErrorOf(error);
      intake.rejected(known.code);
      const words = `Pay as structuredContent says and call submit_token_analysis again with the same request_id, "${request_id}".`;
      const challenge = challengeResult(known, paying, `${known.message} (${known.code}). ${words}`);
      return challenge ?? refused(error, context, `call submit_token_analysis again with the same request_id, "${request_id}".`);
    }
  });

  server.registerTool("get_token_analysis", tools.get_token_analysis, async ({ job_id, wait_seconds = WAIT_S }) => {
    try {
      const jobId = jobIdOf(job_id);
      // Whether the broker answers at all is told at once, not after the wait.
      const view =
        (await within(ANSWER_MS, reader.read(jobId))) &&
        (await waitForFinal(jobId, { bells, reader, clock, ms: wait_seconds * 1000, until }));
      if (!view) throw new ApiError("job_not_found");
      const body: Record<string, unknown> = JSON.parse(view.body);
      const open = "The analysis is still going on: call get_token_analysis again with the same job_id. Do not submit it again.";
      return answered(body, view.final ? "This is not financial advice. explain_token_analysis tells why." : open);
    } catch (error) {
      return refused(error, context, "call get_token_analysis again with the same job_id.");
    }
  });

  server.registerTool("explain_token_analysis", tools.explain_token_analysis, async ({ job_id, lines = LINES }) => {
    try {
      const report = await within(ANSWER_MS, reportOf(bus, jobIdOf(job_id), clock.now()));
      return answered(explanationOf(report, lines), "Weights are log-likelihoods in nats. This is not financial advice.");
    } catch (error) {
      return refused(error, context, "call explain_token_analysis again with the same job_id.");
    }
  });
  return server;
}
