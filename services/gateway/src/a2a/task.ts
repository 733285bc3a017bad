import type { Payload } from "@token-sentiment/contract";
import { JobRow } from "@token-sentiment/contract";
import type { JobView } from "../job-view.ts";
import type { A2aTask, AgentMessage, Artifact, TaskState, TaskStatus } from "./a2a-shapes.ts";

/** Which task, in which conversation. */
export interface TaskRef {
  taskId: string;
  contextId: string;
}

const states: Record<JobView["status"], TaskState> = {
  pending: "TASK_STATE_SUBMITTED",
  running: "TASK_STATE_WORKING",
  completed: "TASK_STATE_COMPLETED",
  failed: "TASK_STATE_FAILED",
};

/** Something said about a task. The same thing said twice has the same id. */
export const messageOf = ({ taskId, contextId }: TaskRef, name: string, parts: AgentMessage["parts"]): AgentMessage => ({
  messageId: `${taskId}-${name}`,
  contextId,
  taskId,
  role: "ROLE_AGENT",
  parts,
});

/** A text, as a part. */
export const textPart = (text: string) => ({ text, mediaType: "text/plain" }) as const;
/** An object, as a part. */
export const dataPart = <T>(data: T) => ({ data, mediaType: "application/json" }) as const;

/** Without data the scenarios are as likely as each other: the first of them is nobody's guess. */
const foundIn = ({ executable_verdict, confidence, drama_index, dominant_branch }: Payload): string =>
  executable_verdict === "INSUFFICIENT_DATA"
    ? "too little is known"
    : `confidence ${confidence}, drama index ${drama_index} of 100, most likely ${dominant_branch}`;

const sentence = (payload: Payload): string =>
  `${payload.coin_symbol}: ${payload.executable_verdict}, ${foundIn(payload)}. Not financial advice; unknown never means safe.`;

/** The verdict of a completed job; undefined for any other. */
export function artifactOf({ status, body }: Pick<JobView, "status" | "body">): Artifact | undefined {
  if (status !== "completed") return undefined;
  const row = JobRow.parse(JSON.parse(body));
  if (row.status !== "completed") throw new Error("a completed job has no payload");
  return { artifactId: "verdict", name: "Verdict", parts: [dataPart(row.payload), textPart(sentence(row.payload))] };
}

/** A job's state in A2A's words; a failed one says why. */
export function statusOf(task: TaskRef, { status, body, changedAt }: Pick<JobView, "status" | "body" | "changedAt">): TaskStatus {
  const timestamp = new Date(changedAt).toISOString();
  const state = states[status];
  if (status !== "failed") return { state, timestamp };
  const { error }: { error: string } = JSON.parse(body);
  return { state, timestamp, message: messageOf(task, "failed", [textPart(error)]) };
}

/** A job as a task. */
export function taskOf(task: TaskRef, view: JobView): A2aTask {
  const artifact = artifactOf(view);
  return {
    id: task.taskId,
    contextId: task.contextId,
    status: statusOf(task, view),
    ...(artifact ? { artifacts: [artifact] } : {}),
  };
}
