import { parseFact } from "@token-sentiment/contract";
import { type Bus, readRequest } from "@token-sentiment/bus";
import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../context.ts";
import { ANSWER_MS, within } from "../deadline.ts";
import { ApiError, invalid } from "../errors.ts";
import type { Intake } from "../intake.ts";
import { parseJobId } from "../job-id.ts";
import type { JobView } from "../job-view.ts";
import { takeOverHttp } from "../take-over-http.ts";
import type { AgentMessage } from "./a2a-shapes.ts";
import { readMessage } from "./read-message.ts";
import { ASK } from "./read-text.ts";
import { type TaskRef, textPart } from "./task.ts";

/** What came of a message: a task, or what is to be said before there can be one. */
export type Sent = { message: AgentMessage } | { task: TaskRef; view: JobView; atOnce: boolean; headers: Record<string, string> };

/** The conversation that a task belongs to: what the client called it, else a name that the task alone has. Throws like `readRequest`. */
export async function contextOf(bus: Bus, jobId: string): Promise<string> {
  const fact = await readRequest(bus, jobId);
  return (fact && parseFact("request", fact).context_id) ?? jobId;
}

/** A message that continues a task: none does, for an analysis needs nothing more. @throws ApiError, always. */
async function refuseToContinue(taskId: string, { reader }: AppContext): Promise<never> {
  const jobId = parseJobId(taskId);
  if (jobId === undefined || !(await within(ANSWER_MS, reader.read(jobId)))) throw new ApiError("job_not_found");
  throw new ApiError("unsupported_operation", { detail: "a task takes no further messages: send one without taskId for another analysis" });
}

/**
 * Takes a message by the same door as `POST /api/agent`. A text that names no token is asked back about; that leaves no trace.
 * @throws ApiError, or the bus's errors when the broker cannot take it.
 */
export async function sendMessage(request: FastifyRequest, { context, intake }: { context: AppContext; intake: Intake }): Promise<Sent> {
  const { asked, contextId, atOnce, taskId } = readMessage(request.body);
  if (taskId !== undefined) return await refuseToContinue(taskId, context);
  if (!asked) {
    const message = { messageId: randomUUID(), contextId: contextId ?? randomUUID(), role: "ROLE_AGENT", parts: [textPart(ASK)] } as const;
    return { message: { ...message, parts: [...message.parts] } };
  }
  const submitted = { ...asked, generated: false, fresh: false, contextId };
  const { accepted, replayed, headers } = await takeOverHttp(request, submitted, { context, intake });
  const jobId = accepted.job_id;
  const [view, kept] = await within(
    ANSWER_MS,
    Promise.all([context.reader.read(jobId), replayed ? contextOf(context.bus, jobId) : (contextId ?? jobId)]),
  );
  if (contextId !== undefined && contextId !== kept) throw invalid("message.contextId", "this messageId began its task in another context");
  // A leader that has just changed does not show it yet: the same message again leads to it.
  if (!view) throw new ApiError("unavailable");
  return { task: { taskId: jobId, contextId: kept }, view, atOnce, headers };
}
