import type { Payload as ContractPayload } from "@token-sentiment/contract";
import { afterAll, beforeAll, expect, expectTypeOf, test } from "vitest";
import type { Client, Pace, Payload, Progress } from "../src/index.ts";
import { type PackedClient, packClient } from "./packed-client.ts";
import { accept, completed, JOB, json, startService } from "./scripted-service.ts";

let packed: PackedClient;
beforeAll(async () => {
  packed = await packClient();
});
afterAll(() => packed[Symbol.asyncDispose]());

/** Time that passes only while somebody pauses. */
function writtenPace(): Pace & { pauses: number[] } {
  const pauses: number[] = [];
  let at = 0;
  return {
    pauses,
    now: () => at,
    random: () => 0.5,
    async pause(ms, signal) {
      signal?.throwIfAborted();
      pauses.push(ms);
      at += ms;
    },
  };
}

const open = (url: string, pace: Pace = writtenPace()): Client =>
  packed.module.createClient({ url, key: "k", device: "my-laptop-1", pace });
const request = { coin_symbol: "PEPE", chain_id: "1" } as const;
const waited = { "preference-applied": "wait=20" };

test("what npm gets is JavaScript, types and two documents, and depends on nothing", () => {
  expect(packed.files.filter((file) => !/^([\w/-]+\.(js|d\.ts)|package\.json|README\.md)$/.test(file))).toEqual([]);
  expect(packed.files).toEqual(expect.arrayContaining(["index.js", "index.d.ts", "main.js"]));
  expect([packed.manifest["dependencies"], packed.manifest["private"], packed.manifest["version"]]).toEqual([
    undefined,
    undefined,
    expect.stringMatching(/^\d+\.\d+\.\d+$/),
  ]);
});

test("its payload is the contract's", () => {
  expectTypeOf<Payload>().toEqualTypeOf<ContractPayload>();
});

test("an analysis is one submission and one long-poll, with who asks and an id made up", async () => {
  await using service = await startService(({ method }, response) =>
    method === "POST" ? accept(response) : json(response, 200, completed(), waited),
  );
  const { payload, job_id, request_id } = await open(`${service.url}/`).analyze(request);
  expect([payload.executable_verdict, job_id]).toEqual(["IGNORE_FUD", JOB]);
  expect(service.asked.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /api/agent", `GET /api/agent/${JOB}`]);
  const [post, poll] = service.asked;
  expect(post?.body).toEqual({ ...request, request_id });
  expect(request_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(post?.headers).toMatchObject({ authorization: "Bearer k", "x-demo-fingerprint": "my-laptop-1" });
  expect(poll?.headers["prefer"]).toBe("wait=20");
});

test("a submission whose answer is lost, is refused for a moment or fails is sent again with the same id", async () => {
  const answers = [
    (response: any) => response.destroy(),
    (response: any) => json(response, 429, { error: "too many analyses", code: "too_many_concurrent" }, { "retry-after": "3" }),
    (response: any) => json(response, 503, { error: "not now", code: "unavailable", status: "degraded" }),
    (response: any) => accept(response, { "idempotent-replayed": "true", ratelimit: '"demo";r=1;t=60' }),
  ];
  await using service = await startService((_asked, response) => answers.shift()?.(response));
  const pace = writtenPace();
  const submitted = await open(service.url, pace).submit(request);
  expect(submitted).toMatchObject({ job_id: JOB, replayed: true, callsLeft: 1 });
  const ids = service.asked.map(({ body }) => body.request_id);
  expect([ids.length, new Set(ids).size]).toEqual([4, 1]);
  expect(pace.pauses).toEqual([500, 3000, 2000]);
});

test("retries end, and the error tells the id with which asking again is safe", async () => {
  await using service = await startService((_asked, response) => json(response, 503, { error: "not now", code: "unavailable" }));
  const failed = open(service.url).submit({ ...request, request_id: "order-7" }, { retryForMs: 10_000 });
  await expect(failed).rejects.toBeInstanceOf(packed.module.UnavailableError);
  await expect(failed).rejects.toMatchObject({ code: "unavailable", requestId: "order-7", status: 503 });
  await expect(failed).rejects.toSatisfy(packed.module.mayPass);
  expect(service.asked.length).toBeGreaterThan(2);
});

test.each([
  [400, "invalid_parameter", "InvalidRequestError"],
  [401, "unauthorized", "UnauthorizedError"],
  [403, "demo_limit_reached", "DemoLimitError"],
  [422, "idempotency_mismatch", "InvalidRequestError"],
] as const)("a %i %s is a typed error at once: nothing is retried", async (status, code, name) => {
  await using service = await startService((_asked, response) => json(response, status, { error: "because", code }));
  const failed = open(service.url).analyze(request);
  await expect(failed).rejects.toMatchObject({ name, code, status, message: "because", requestId: expect.any(String) });
  await expect(failed).rejects.toBeInstanceOf(packed.module[name]);
  expect(service.asked).toHaveLength(1);
});

test("polling goes on through lost connections, 5xx and 429, every 2 to 3 s where no long-poll is offered", async () => {
  const answers = [
    (response: any) => response.destroy(),
    (response: any) => json(response, 500, { error: "internal server error" }),
    (response: any) => json(response, 429, { error: "slow down" }, { "retry-after": "7" }),
    (response: any) => json(response, 200, { job_id: JOB, status: "running", coin_symbol: "PEPE" }),
    (response: any) => response.end("<html>a proxy</html>"),
    (response: any) => json(response, 200, completed()),
  ];
  await using service = await startService((_asked, response) => answers.shift()?.(response));
  const pace = writtenPace();
  expect(await open(service.url, pace).wait(JOB)).toMatchObject({ status: "completed" });
  expect(pace.pauses).toEqual([2500, 2500, 7000, 2500, 2500]);
});

test("a job that nobody knows ends the waiting, and so does 150 s without an end", async () => {
  let known = false;
  await using service = await startService((_asked, response) =>
    known
      ? json(response, 200, { job_id: JOB, status: "running", coin_symbol: "PEPE" })
      : json(response, 404, { error: "the job was not found", code: "job_not_found" }),
  );
  await expect(open(service.url).wait(JOB)).rejects.toBeInstanceOf(packed.module.JobNotFoundError);
  known = true;
  const pace = writtenPace();
  await expect(open(service.url, pace).wait(JOB)).rejects.toMatchObject({ name: "WaitTimeoutError", jobId: JOB });
  expect(pace.now()).toBe(150_000);
});

test("a job that ends failed is an error with its words; waiting alone answers it", async () => {
  const job = { job_id: JOB, status: "failed", error: "the analysis engines timed out" };
  await using service = await startService(({ method }, response) =>
    method === "POST" ? accept(response) : json(response, 200, job, waited),
  );
  await expect(open(service.url).analyze(request)).rejects.toMatchObject({
    name: "AnalysisFailedError",
    message: "the analysis engines timed out",
    jobId: JOB,
  });
  expect(await open(service.url).wait(JOB)).toEqual(job);
});

test("an abort ends the asking with the signal's own reason, also in the middle of a long-poll", async () => {
  const polled = Promise.withResolvers<void>();
  await using service = await startService(({ method }, response) => (method === "POST" ? accept(response) : polled.resolve()));
  const abort = new AbortController();
  const analysis = open(service.url).analyze(request, { signal: abort.signal });
  await polled.promise;
  const reason = new Error("changed my mind");
  abort.abort(reason);
  await expect(analysis).rejects.toBe(reason);
  expect(service.asked).toHaveLength(2);
});

test("progress comes from the stream, in order; a stream that breaks is resumed where it was, and nothing is told twice", async () => {
  const evidence = (engine: string) => JSON.stringify({ engine, outcome: "observed", signals: 2, lines: [] });
  const open1 = `retry: 2000\n\nevent: status\nid: 5\ndata: {"job_id":"${JOB}","status":"pending","coin_symbol":"PEPE"}\n\n: heartbeat\n\nevent: evidence\nid: 6\ndata: ${evidence("security")}\n\n`;
  const streams = [
    open1,
    `event: evidence\nid: 8\ndata: ${evidence("market")}\n\nevent: completed\nid: 8\ndata: ${JSON.stringify(completed())}\n\n`,
  ];
  await using service = await startService(({ method, path }, response) => {
    if (method === "POST") return accept(response);
    if (!path.endsWith("/events")) return json(response, 200, { job_id: JOB, status: "pending", coin_symbol: "PEPE" });
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    const text = streams.shift() ?? "";
    // In two pieces, the second in the middle of a line.
    response.write(text.slice(0, 90));
    setImmediate(() => {
      response.write(text.slice(90));
      if (streams.length > 0) setImmediate(() => response.destroy());
    });
  });
  const told: Progress[] = [];
  const { payload } = await open(service.url).analyze(request, { onProgress: (progress) => void told.push(progress) });
  expect(payload.confidence).toBe(0.64);
  expect(told.map((one) => (one.type === "evidence" ? one.answer.engine : one.type))).toEqual([
    "submitted",
    "status",
    "security",
    "market",
    "final",
  ]);
  expect(service.of("GET", `/api/agent/${JOB}/events`).map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "6"]);
});
