import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Dispatcher } from "undici";
import type { Side } from "./side.ts";

/** How a client learns of the end: by a poll every 25 ms, or by one long-poll. */
export type Waiting = "poll" | "long-poll";

/** What clients saw. */
export interface LoadResult {
  /** Jobs that came to an end, and how long that took in all, ms. */
  finished: number;
  elapsedMs: number;
  /** POSTs refused for want of a free slot. */
  refused: number;
  /** Answers that should not have been: anything but 202, 429, 200 and a completed job. */
  odd: number;
  /** Polls, the last of each job included. */
  polls: number;
  /** From the first try to the verdict, and from the accepted POST to its 202, ms. */
  verdictMs: number[];
  acceptMs: number[];
}

export const nothingSeen = (): LoadResult => ({ finished: 0, elapsedMs: 0, refused: 0, odd: 0, polls: 0, verdictMs: [], acceptMs: [] });

/** One client of a side. */
export interface Client {
  side: Pick<Side, "headers">;
  url: string;
  dispatcher: Dispatcher;
  waiting: Waiting;
  /** What is seen is added here. */
  seen: LoadResult;
  /** True when nothing more is to be begun. */
  over(): boolean;
}

/** How soon a refused client comes back, and how often one polls. */
const AGAIN_MS = 5;
const POLL_MS = 25;

/** Submits a token of its own, again while the service is full. The job's id, or undefined when the time was over before. */
async function submit({ side, url, dispatcher, seen, over }: Client): Promise<string | undefined> {
  const body = JSON.stringify({ coin_symbol: "LOAD", contract_address: `0x${randomBytes(20).toString("hex")}`, request_id: randomUUID() });
  const headers = { "content-type": "application/json", ...side.headers };
  do {
    const sent = performance.now();
    const answer = await dispatcher.request({ origin: url, path: "/api/agent", method: "POST", headers, body });
    const text = await answer.body.text();
    if (answer.statusCode === 202) {
      seen.acceptMs.push(performance.now() - sent);
      return /"job_id":"([^"]+)"/.exec(text)?.[1];
    }
    if (answer.statusCode === 429) seen.refused++;
    else seen.odd++;
    await delay(AGAIN_MS);
  } while (!over());
  return undefined;
}

/** Submits one job and waits for its verdict. */
export async function submitAndWait(client: Client): Promise<void> {
  const { side, url, dispatcher, waiting, seen } = client;
  const asked = performance.now();
  const job = await submit(client);
  if (job === undefined) return;
  const path = `/api/agent/${job}${waiting === "long-poll" ? "?wait=20" : ""}`;
  for (;;) {
    if (waiting === "poll") await delay(POLL_MS);
    seen.polls++;
    const answer = await dispatcher.request({ origin: url, path, method: "GET", headers: side.headers });
    const text = await answer.body.text();
    if (answer.statusCode === 200 && /"status":"(?:pending|running)"/.test(text)) continue;
    if (answer.statusCode !== 200 || !text.includes('"status":"completed"')) seen.odd++;
    break;
  }
  seen.finished++;
  seen.verdictMs.push(performance.now() - asked);
}
