import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Agent, request } from "undici";
import { z } from "zod";

const Accepted = z.object({ job_id: z.string() }).partial();
const Polled = z.object({ status: z.string() }).partial();

/** What a closed loop of clients saw. */
export interface LoadResult {
  /** Jobs that came to an end, and how long that took in all, ms. */
  finished: number;
  elapsedMs: number;
  /** POSTs refused for want of a free slot. */
  refused: number;
  /** Answers that should not have been: anything but 202, 429 and a completed job. */
  odd: number;
  /** From the first try to the verdict, and from the accepted POST to its 202, ms. */
  verdictMs: number[];
  acceptMs: number[];
}

/** How soon a refused client comes back. */
const AGAIN_MS = 5;

/** `clients` at once, each submitting a token of its own, waiting for the verdict by long-poll and submitting the next, for `forMs`. */
export async function closedLoop(url: string, key: string, { clients, forMs }: { clients: number; forMs: number }): Promise<LoadResult> {
  await using stack = new AsyncDisposableStack();
  const dispatcher = new Agent({ connections: clients, pipelining: 1 });
  stack.defer(() => dispatcher.close());
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const result: LoadResult = { finished: 0, elapsedMs: 0, refused: 0, odd: 0, verdictMs: [], acceptMs: [] };
  const begin = performance.now();
  const over = (): boolean => performance.now() - begin > forMs;

  async function submit(): Promise<string | undefined> {
    const body = JSON.stringify({
      coin_symbol: "LOAD",
      contract_address: `0x${randomBytes(20).toString("hex")}`,
      request_id: randomUUID(),
    });
    while (!over()) {
      const sent = performance.now();
      const answer = await request(`${url}/api/agent`, { method: "POST", headers, body, dispatcher });
      const accepted = Accepted.parse(await answer.body.json());
      if (answer.statusCode === 202) {
        result.acceptMs.push(performance.now() - sent);
        return accepted.job_id;
      }
      if (answer.statusCode === 429) result.refused++;
      else result.odd++;
      await delay(AGAIN_MS);
    }
    return undefined;
  }

  async function client(): Promise<void> {
    while (!over()) {
      const asked = performance.now();
      const job = await submit();
      if (job === undefined) return;
      const answer = await request(`${url}/api/agent/${job}?wait=20`, { headers, dispatcher });
      const { status } = Polled.parse(await answer.body.json());
      if (status !== "completed") result.odd++;
      result.finished++;
      result.verdictMs.push(performance.now() - asked);
    }
  }

  await Promise.all(Array.from({ length: clients }, client));
  result.elapsedMs = performance.now() - begin;
  return result;
}
