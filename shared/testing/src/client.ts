import { setTimeout as delay } from "node:timers/promises";
import type { Example } from "@token-sentiment/contract";
import type { Observation } from "./history.ts";

/** A job that was accepted, and everything that polling it showed. */
export interface Tracked {
  job_id: string;
  seen: Observation[];
}

/** The JSON of an answer: whoever reads a member says what it is. */
type Body = Record<string, unknown>;

/** A client as api.md wants it: retries a POST with its request_id, polls through network errors. */
export function client(base: () => string, key: string) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(base() + path, { headers, signal: AbortSignal.timeout(5000), ...init });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every answer of the API is an object or a list
    return { code: answer.status, headers: answer.headers, body: (await answer.json()) as Body };
  };
  const submit = async (body: object, untilMs = 30_000): Promise<Tracked> => {
    const until = Date.now() + untilMs;
    for (;;) {
      const answer = await call("/api/agent", { method: "POST", body: JSON.stringify(body) }).catch(() => undefined);
      if (answer?.code === 202) return { job_id: String(answer.body["job_id"]), seen: [{ status: "pending", body: undefined }] };
      if (answer && answer.code < 429) throw new Error(`POST answered ${answer.code}: ${JSON.stringify(answer.body)}`);
      if (Date.now() > until) throw new Error(`no POST was accepted within ${untilMs} ms: ${JSON.stringify(answer)}`);
      await delay(100);
    }
  };
  const poll = async (job: Tracked): Promise<Observation | undefined> => {
    const answer = await call(`/api/agent/${job.job_id}`).catch(() => undefined);
    if (!answer || answer.code >= 500) return undefined;
    const one = { status: answer.code === 200 ? String(answer.body["status"]) : `http ${answer.code}`, body: answer.body };
    job.seen.push(one);
    return one;
  };
  const untilFinal = async (job: Tracked, untilMs = 60_000): Promise<Observation> => {
    const until = Date.now() + untilMs;
    for (;;) {
      const one = await poll(job);
      if (one && one.status !== "pending" && one.status !== "running") return one;
      if (Date.now() > until) throw new Error(`${job.job_id} is still ${one?.status} after ${untilMs} ms`);
      await delay(50);
    }
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what this route answers
  const examples = async () => (await call("/api/examples")).body as unknown as Example[];
  return { call, submit, poll, untilFinal, examples };
}
