import { readRequest } from "@token-sentiment/bus";
import { expect, test } from "vitest";
import { engines } from "./engines.ts";
import { openStream } from "./event-stream.ts";
import { completed, startGateway } from "./gateway.ts";
import { startGatewayProcess } from "./gateway-process.ts";

const JOBS = 10;
const WAITERS = 100;
const ofEach = Array.from({ length: WAITERS }, (_, n) => n % JOBS);

test("SIGTERM answers every waiter with its job as it is, and the gateway exits with 0; streams resume at another one", async () => {
  await using gateway = await startGateway();
  await using leaving = await startGatewayProcess(gateway, gateway.broker.url);
  const observe = engines(gateway);
  const jobs: { id: string; first: number }[] = [];
  for (let n = 0; n < JOBS; n++) {
    const { job_id: id } = (await gateway.post({ coin_symbol: "PEPE" })).body;
    jobs.push({ id, first: await observe(id, "security") });
  }
  const polls = ofEach.map((n) => fetch(`${leaving.url}/api/agent/${jobs[n]!.id}?wait=25`));
  const streams: Awaited<ReturnType<typeof openStream>>[] = [];
  for (const n of ofEach) streams.push(await openStream(`${leaving.url}/api/agent/${jobs[n]!.id}/events`));
  const lastIds = await Promise.all(
    streams.map(async ({ next }) => {
      expect(await next()).toMatchObject({ event: "status" });
      return (await next())!.id;
    }),
  );
  expect(lastIds).toEqual(ofEach.map((n) => jobs[n]!.first));
  await expect.poll(() => leaving.waiters(), { timeout: 20_000 }).toEqual({ long_poll: WAITERS, stream: WAITERS });

  const ended = leaving.end();
  const answers = await Promise.all(
    polls.map(async (poll) => {
      const answer = await poll;
      return { status: answer.status, retry: answer.headers.get("retry-after"), body: await answer.json() };
    }),
  );
  expect(answers).toEqual(
    ofEach.map((n) => ({ status: 200, retry: "2", body: { job_id: jobs[n]!.id, status: "pending", coin_symbol: "PEPE" } })),
  );
  // Ended, not broken off: a reader of a connection that breaks would throw.
  expect(await Promise.all(streams.map(({ rest }) => rest()))).toEqual(ofEach.map(() => []));
  // Later than its limit it would have ended itself, with 1.
  expect(await ended).toBe(0);

  const used: number[] = [];
  for (const { id, first } of jobs) {
    const second = await observe(id, "market");
    used.push(second);
    const { request_id } = (await readRequest(gateway.gateway, id))!.value as { request_id: string };
    await gateway.settle(completed(id, request_id));
    expect(second).toBeGreaterThan(first);
  }
  const rests = await Promise.all(
    ofEach.map(async (n, index) => (await openStream(`${gateway.url}/api/agent/${jobs[n]!.id}/events`, String(lastIds[index]))).rest()),
  );
  expect(rests.map((events) => events.map(({ event, id }) => [event, id]))).toEqual(
    ofEach.map((n) => [
      ["evidence", used[n]],
      ["completed", used[n]],
    ]),
  );
});
