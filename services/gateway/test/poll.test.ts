import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { TIMED_OUT } from "@token-sentiment/contract";
import { readRow } from "@token-sentiment/bus";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { completed, startGateway, type TestGateway } from "./gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

async function submitted(to = gateway): Promise<string> {
  const { body } = await to.post({ coin_symbol: "PEPE" });
  return body.job_id;
}
const poll = (id: string, headers: Record<string, string> = {}) => gateway.call(`/api/agent/${id}`, { headers });

describe("GET /api/agent/{job_id}", () => {
  test("answers each state with its body, exactly", async () => {
    const id = await submitted();
    const pending = await poll(id);
    expect(pending).toMatchObject({ status: 200, body: { job_id: id, status: "pending", coin_symbol: "PEPE" } });
    expect(Object.keys(pending.body)).toEqual(["job_id", "status", "coin_symbol"]);
    expect([pending.headers.get("etag"), pending.headers.get("retry-after"), pending.headers.get("cache-control")]).toEqual([
      '"pending"',
      "2",
      "no-store",
    ]);

    const revision = await gateway.settle({ job_id: id, status: "running", coin_symbol: "PEPE" });
    const running = await poll(id);
    expect(running.body).toEqual({ job_id: id, status: "running", coin_symbol: "PEPE" });
    expect(running.headers.get("etag")).toBe(`"${revision}"`);

    const row = completed(id, "r");
    const last = await gateway.settle(row, revision);
    const done = await poll(id);
    expect(done.body).toEqual(row);
    expect([done.headers.get("etag"), done.headers.get("retry-after"), done.headers.get("cache-control")]).toEqual([
      `"${last}"`,
      null,
      "private, max-age=60",
    ]);
    expect((await poll(id)).body).toEqual(row);
  });

  test("answers a failed job with its error and no symbol", async () => {
    const id = await submitted();
    await gateway.settle({ job_id: id, status: "failed", error: "no analysis engine could observe the token: security: node down" });
    const { status, body } = await poll(id);
    expect([status, body]).toEqual([
      200,
      { job_id: id, status: "failed", error: "no analysis engine could observe the token: security: node down" },
    ]);
  });

  test("answers 304 to a client that has this version", async () => {
    const id = await submitted();
    expect((await poll(id, { "if-none-match": '"pending"' })).status).toBe(304);
    await gateway.settle(completed(id, "r"));
    expect((await poll(id, { "if-none-match": '"pending"' })).status).toBe(200);
    const { headers } = await poll(id);
    expect(await poll(id, { "if-none-match": `"x", W/${headers.get("etag")}` })).toMatchObject({ status: 304, body: undefined });
  });

  test.each([randomUUID(), "1", "*", "%3E", "a".repeat(200), "8f14e45f-ceea-8167-a5a3-6dedd4bea254.x"])("answers 404 to %s", async (id) => {
    const { status, body } = await poll(id);
    expect([status, body.code]).toEqual([404, "job_not_found"]);
    expect(body.error).toContain("not found");
  });

  test("takes no other method", async () => {
    const { status, headers } = await gateway.call(`/api/agent/${randomUUID()}`, { method: "PUT" });
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

describe("a client that waits", () => {
  test.each([
    ["?wait=20", {}],
    ["", { prefer: "wait=20" }],
  ])("with %j %j is answered when the job is final", async (query, headers) => {
    const id = await submitted();
    const waiting = gateway.call(`/api/agent/${id}${query}`, { headers });
    const revision = await gateway.settle({ job_id: id, status: "running", coin_symbol: "PEPE" });
    await gateway.settle(completed(id, "r"), revision);
    const started = performance.now();
    const answer = await waiting;
    expect(answer.body.status).toBe("completed");
    expect(answer.headers.get("preference-applied")).toBe("wait=20");
    expect(performance.now() - started).toBeLessThan(4000);
  });

  test("is answered with the open state when its time is over", async () => {
    const id = await submitted();
    const { status, body, headers } = await gateway.call(`/api/agent/${id}?wait=1`);
    expect([status, body.status, headers.get("retry-after")]).toEqual([200, "pending", "2"]);
  });

  test("is told what would fit when it asks for something else", async () => {
    expect((await gateway.call(`/api/agent/${randomUUID()}?wait=soon`)).body).toMatchObject({ code: "invalid_parameter" });
  });

  test("is answered at once when the service drains, and a submission is refused", async () => {
    await using draining = await startGateway();
    const id = await submitted(draining);
    const waiting = draining.call(`/api/agent/${id}?wait=25`);
    await draining.call(`/api/agent/${id}`);
    draining.drain();
    expect((await waiting).body.status).toBe("pending");
    expect(await draining.post({ coin_symbol: "PEPE" })).toMatchObject({ status: 503, body: { status: "degraded" } });
  });
});

describe("a job that nobody finishes", () => {
  test("is failed from 150 s on, and a late row changes nothing", async () => {
    await using late = await startGateway();
    const id = await submitted(late);
    late.advance(149_000);
    expect((await late.call(`/api/agent/${id}`)).body.status).toBe("pending");
    late.advance(1500);
    const failed = await late.call(`/api/agent/${id}`);
    expect([failed.status, failed.body]).toEqual([200, { job_id: id, status: "failed", error: TIMED_OUT }]);
    expect(failed.headers.get("cache-control")).toBe("private, max-age=60");
    const other = await submitted(late);
    expect((await late.call(`/api/agent/${other}`)).body).toMatchObject({ status: "failed" });
    await late.settle(completed(id, "r"));
    expect((await readRow(late.gateway, id))?.row.status).toBe("completed");
    expect((await late.call(`/api/agent/${id}`)).body).toEqual(failed.body);
  });

  test("is unknown when its results have expired", async () => {
    await using late = await startGateway();
    const id = await submitted(late);
    await late.settle(completed(id, "r"));
    expect((await late.call(`/api/agent/${id}`)).status).toBe(200);
    late.advance(24 * 3600 * 1000);
    expect((await late.call(`/api/agent/${id}`)).status).toBe(404);
  });
});

test("the examples are those of the file, read again when it changes", async () => {
  const directory = await mkdtemp(join(tmpdir(), "tsa-gateway-"));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(directory, { recursive: true }));
  const examplesFile = join(directory, "examples.json");
  const one = { coin_symbol: "HONEST", contract_address: `0x${"1".repeat(40)}`, chain_id: "1", note: "an honest token" };
  const shown = stack.use(await startGateway({ examplesFile }));
  expect((await shown.call("/api/examples")).body).toEqual([]);
  await writeFile(examplesFile, JSON.stringify([one]));
  expect((await shown.call("/api/examples")).body).toEqual([one]);
  await writeFile(examplesFile, "[{}]");
  await utimes(examplesFile, 1, 1);
  expect((await shown.call("/api/examples")).body).toEqual([]);
});
