import type { EngineAnswer, Job } from "./analysis.ts";

/** A JSON object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === "string";

/** The body of a 202, as far as a client relies on it. */
export const isAccepted = (value: unknown): value is { job_id: string; coin_symbol: string; poll_url: string } =>
  isObject(value) && isText(value["job_id"]) && isText(value["coin_symbol"]) && isText(value["poll_url"]);

function isPayload(value: unknown): boolean {
  if (!isObject(value) || !isText(value["executable_verdict"]) || typeof value["confidence"] !== "number") return false;
  return isObject(value["branch_probabilities"]) && Array.isArray(value["evidence_chain"]) && value["evidence_chain"].every(isText);
}

/** The body of a poll, as far as a client relies on it. */
export function isJob(value: unknown): value is Job {
  if (!isObject(value) || !isText(value["job_id"])) return false;
  const { status } = value;
  if (status === "completed") return isPayload(value["payload"]);
  return status === "failed" ? isText(value["error"]) : status === "pending" || status === "running";
}

/** The data of an `evidence` event. */
export const isEngineAnswer = (value: unknown): value is EngineAnswer =>
  isObject(value) &&
  isText(value["engine"]) &&
  isText(value["outcome"]) &&
  typeof value["signals"] === "number" &&
  Array.isArray(value["lines"]);
