import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Payload } from "../src/index.ts";

export const JOB = "6f1c1c1e-0000-8000-8000-000000000001";

/** What was asked. */
interface Asked {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: any;
}

type Answering = (asked: Asked, response: ServerResponse) => void;

/** A service on loopback that answers as a test tells it to, over real HTTP. */
export interface ScriptedService extends AsyncDisposable {
  url: string;
  asked: Asked[];
  /** Of the calls that were asked with that method and path. */
  of(method: string, path: string): Asked[];
}

/** Starts one. */
export async function startService(answer: Answering): Promise<ScriptedService> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const one = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: text === "" ? undefined : JSON.parse(text),
      };
      asked.push(one);
      answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    of: (method, path) => asked.filter((one) => one.method === method && one.path === path),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers JSON. */
// oxlint-disable-next-line max-params -- an answer as it reads: status, body, headers
export const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void =>
  void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

/** The 202 of a submission. */
export const accept = (response: ServerResponse, headers: Record<string, string> = {}): void =>
  json(response, 202, { job_id: JOB, status: "pending", coin_symbol: "PEPE", poll_url: `/api/agent/${JOB}`, message: "poll" }, headers);

/** A result. */
const payload = (more: Partial<Payload> = {}): Payload => ({
  request_id: "order-7",
  coin_symbol: "PEPE",
  status: "ok",
  executable_verdict: "IGNORE_FUD",
  confidence: 0.64,
  drama_index: 32,
  chatter_level: 50,
  risk_score: 20,
  dominant_branch: "false_fud",
  branch_probabilities: { real_crash: 0.05, false_fud: 0.8, whale_manipulation: 0.15 },
  evidence_chain: ["[SECURITY] 12 of 12 recent buyers can sell"],
  coordination_signals: { unique_author_ratio: 0.4, duplicate_text_cluster_size: 9, cross_platform_burst_window_minutes: 12 },
  served_from_cache: false,
  pipeline_elapsed_ms: 1200,
  ...more,
});

/** The poll body of a completed job. */
export const completed = (more: Partial<Payload> = {}) => ({
  job_id: JOB,
  status: "completed",
  coin_symbol: "PEPE",
  payload: payload(more),
});
