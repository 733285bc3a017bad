import type { JobRow } from "@token-sentiment/contract";
import { expect, test } from "vitest";
import { completed, startGateway } from "./gateway.ts";

const RANK = ["pending", "running", "completed", "failed"];
const JOBS = 12;
const READS_AFTER = 4;

/** One answer to a reader. */
interface Seen {
  status: string;
  etag: string;
  text: string;
}

test("a reader that switches between two gateways, polling, waiting or listening, never sees a state go backward or a version change its body", async () => {
  await using one = await startGateway();
  await using two = await startGateway({ broker: one.broker });
  const gateways = [one, two];

  /** Asks the other gateway each time, until some reads after the end; what it sees goes to `seen`. */
  async function follow(path: string, seen: Seen[]): Promise<void> {
    for (let read = 0, after = 0; after < READS_AFTER; read++) {
      const { headers, body } = await gateways[read % 2]!.call(read % 5 === 4 ? `${path}?wait=1` : path);
      seen.push({ status: body.status, etag: headers.get("etag")!, text: JSON.stringify(body) });
      if (body.status === "completed" || body.status === "failed") after++;
    }
  }

  const jobs = await Promise.all(Array.from({ length: JOBS }, () => one.post({ coin_symbol: "PEPE" })));
  const readers = jobs.flatMap(({ body }) => Array.from({ length: 2 }, () => ({ path: body.poll_url, seen: [] as Seen[] })));
  const follows = Promise.all(readers.map(({ path, seen }) => follow(path, seen)));
  await expect.poll(() => readers.every(({ seen }) => seen.length > 0)).toBe(true);
  const ends = jobs.map(async ({ body: { job_id } }, n) => {
    const last: JobRow = n % 2 === 0 ? completed(job_id, "r") : { job_id, status: "failed", error: "the node is down" };
    // Every third job is over so soon that nobody said that it runs.
    const revision = n % 3 === 2 ? 0 : await one.settle({ job_id, status: "running", coin_symbol: "PEPE" });
    await expect.poll(async () => (await two.call(`/api/agent/${job_id}`)).body.status).toBe(revision === 0 ? "pending" : "running");
    await two.settle(last, revision);
  });
  await Promise.all(ends);
  await follows;
  for (const { seen } of readers) {
    const ranks = seen.map(({ status }) => RANK.indexOf(status));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    const versions = Map.groupBy(seen, ({ etag }) => etag);
    for (const same of versions.values()) expect(new Set(same.map(({ text }) => text)).size).toBe(1);
    expect(seen.length).toBeGreaterThan(READS_AFTER);
  }
  for (const { body } of jobs) {
    const streams = await Promise.all(gateways.map(async ({ url }) => await (await fetch(`${url}${body.poll_url}/events`)).text()));
    expect(streams[0]).toBe(streams[1]);
    expect(streams[0]).toMatch(/event: (completed|failed)/);
  }
});
