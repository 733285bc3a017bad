import { randomUUID } from "node:crypto";
import { subjects } from "@token-sentiment/contract";
import { readRequest, writeFact, writeRow } from "@token-sentiment/bus";
import { sealingSecret } from "@token-sentiment/runtime";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerHeaders } from "../src/answer-headers.ts";
import { operations } from "../src/operations.ts";
import { securityHeaders } from "../src/security-headers.ts";
import { engines, honeypot } from "./engines.ts";
import { openStream } from "./event-stream.ts";
import { completed, issueKey, startGateway, type TestGateway } from "./gateway.ts";
import { type Paid, sign, startPaid } from "./paid.ts";

/** What is held against the document. */
interface Checked {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Of every answer that the gateway gives, whatever it is of: the transport's, the browser's, the security headers. */
const everywhere = new Set(
  `content-type content-length content-encoding connection keep-alive date transfer-encoding vary x-accel-buffering ${Object.keys(securityHeaders).join(" ")}
  access-control-allow-origin access-control-expose-headers`.split(/\s+/),
);
let paid: Paid;
let gateway: TestGateway;
let document: any;
let check: (path: string, method: string, answer: Checked) => void;
let isTold: (schema: unknown, value: unknown) => void;
const seen = new Set<string>();
const seenHeaders = new Set<string>();
beforeAll(async () => {
  paid = await startPaid({ demo: { calls: 3 }, webhooks: { secret: sealingSecret("a secret of more than thirty-two bytes", "webhooks") } });
  ({ gateway } = paid);
  await issueKey(gateway.broker, "good-key");
  document = (await gateway.call("/openapi.json")).body;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "https://gateway.test/openapi", ...document });
  isTold = (told, value) => {
    expect(told).toBeDefined();
    const schema = JSON.parse(JSON.stringify(told).replaceAll('"#/', '"https://gateway.test/openapi#/'));
    expect([value, ajv.validate(schema, value) ? null : ajv.errors]).toEqual([value, null]);
  };
  check = (path, method, { status, headers, body }) => {
    const told = document.paths[path][method].responses[status];
    expect([path, method, status, told === undefined]).toEqual([path, method, status, false]);
    const [type = ""] = (headers.get("content-type") ?? "").split(";");
    if (status !== 304) isTold(told.content[type]?.schema, body);
    const known = Object.entries<{ $ref: string }>(told.headers).map(([name, { $ref }]) => {
      const { required = false, schema } = document.components.headers[$ref.split("/").at(-1)!];
      const value = headers.get(name);
      if (value !== null) seenHeaders.add(name);
      expect([path, status, name, value === null ? !required : new RegExp(schema.pattern).test(value)]).toEqual([path, status, name, true]);
      return name.toLowerCase();
    });
    const untold = [...headers.keys()].filter((name) => !known.includes(name) && !everywhere.has(name));
    expect([path, status, untold]).toEqual([path, status, []]);
    const a2a = path.startsWith("/a2a/");
    if (status >= 400)
      expect(body).toMatchObject(a2a ? { error: { code: status } } : { error: expect.any(String), code: expect.any(String) });
    if (status < 300) seen.add(path);
  };
});
afterAll(() => paid[Symbol.asyncDispose]());

const device = { "x-demo-fingerprint": "device-answers" };
const key = { authorization: "Bearer good-key" };

/** The calls of A2A, on a job that is final. */
async function asAgent(jobId: string): Promise<void> {
  const version = { "a2a-version": "1.0", "content-type": "application/json" };
  const a2a = async (method: "get" | "post", path: string, { headers = key, body }: { headers?: object; body?: object } = {}) => {
    const init = { method, headers: { ...version, ...headers }, ...(body && { body: JSON.stringify(body) }) };
    const answer = await gateway.call(`/a2a${path.replace("{task_id}", jobId)}`, init);
    check(`/a2a${path}`, method, answer);
    return answer;
  };
  const message = (text: string) => ({ messageId: randomUUID(), role: "ROLE_USER", parts: [{ text }] });
  const asked = (text: string, more: object = {}) => ({
    body: { message: message(text), configuration: { returnImmediately: true }, ...more },
  });
  for (const text of ["$PEPE", "hello"]) await a2a("post", "/message:send", asked(text));
  expect((await a2a("post", "/message:send", { ...asked("$PEPE"), headers: { authorization: "Bearer x" } })).status).toBe(401);
  expect((await a2a("post", "/message:send", { body: {} })).status).toBe(400);
  await a2a("get", "/tasks/{task_id}");
  for (const method of ["get", "post"] as const) expect((await a2a(method, "/tasks/{task_id}:subscribe")).status).toBe(400);
  expect((await a2a("post", "/tasks/{task_id}:cancel", { headers: { accept: "application/a2a+json" } })).status).toBe(400);
}

test("every route's real answers, and its errors, are what the served document says", async () => {
  const post = async (body: unknown, headers: Record<string, string> = device) => {
    const answer = await gateway.post(body, headers);
    check("/api/agent", "post", answer);
    return answer;
  };
  const get = async (path: string, told = path, headers: Record<string, string> = device) => {
    const answer = await gateway.call(path, { headers });
    check(told, "get", answer);
    return answer;
  };
  const POLL = "/api/agent/{job_id}";
  const { body } = await post({ coin_symbol: "PEPE", request_id: "answers" });
  await get(body.poll_url, POLL);
  await get(`${body.poll_url}/report`, `${POLL}/report`);
  const evidence = engines(gateway);
  const seq = await evidence(body.job_id, "security", { signals: [honeypot] });
  const revision = await gateway.settle({ job_id: body.job_id, status: "running", coin_symbol: "PEPE" });
  await get(body.poll_url, POLL);
  const requestAt = (await readRequest(gateway.gateway, body.job_id))!.at;
  const row = completed(body.job_id, "answers");
  await writeRow(gateway.aggregator, body.job_id, { row, requestAt, expectedRevision: revision, evidence: [seq] });
  await get(body.poll_url, POLL);
  await get(`${body.poll_url}/report`, `${POLL}/report`);
  const other = await post({ coin_symbol: "PEPE" });
  await gateway.settle({ job_id: other.body.job_id, status: "failed", error: "the analysis engines timed out" });
  await get(other.body.poll_url, POLL);
  const final = await get(`${other.body.poll_url}?wait=1`, POLL);
  expect((await get(other.body.poll_url, POLL, { "if-none-match": final.headers.get("etag")! })).status).toBe(304);
  const replayed = await post({ coin_symbol: "PEPE", request_id: "answers" });
  expect([replayed.status, replayed.headers.get("idempotent-replayed")]).toEqual([202, "true"]);

  expect((await post({ coin_symbol: "DOGE", request_id: "answers" })).status).toBe(422);
  for (const bad of [{}, { coin_symbol: "?", chain_id: 7 }, "[", { coin_symbol: "A".repeat(17_000) }]) await post(bad);
  expect((await post({ coin_symbol: "PEPE" }, { authorization: "Bearer x" })).status).toBe(401);
  await post({ coin_symbol: "PEPE" });
  expect((await post({ coin_symbol: "PEPE" })).status).toBe(402);
  await using free = await startGateway({ broker: gateway.broker, demo: { calls: 3 } });
  const limited = await free.post({ coin_symbol: "PEPE" }, device);
  check("/api/agent", "post", limited);
  expect(limited.status).toBe(403);
  expect((await post({ coin_symbol: "PEPE" }, (await sign(paid)).header)).status).toBe(202);
  expect((await post({ coin_symbol: "PEPE" }, { "payment-signature": "none" })).status).toBe(402);

  expect((await post({ coin_symbol: "PEPE", webhook_url: "https://hooks.acme.com/" }, key)).status).toBe(202);
  for (const job of [body.job_id, randomUUID()]) await get(`/api/agent/${job}/deliveries`, `${POLL}/deliveries`);
  await get(`/api/agent/${randomUUID()}`, POLL);
  await get(`${body.poll_url}?wait=x`, POLL);
  await get(`/api/agent/${randomUUID()}/events`, `${POLL}/events`);
  for (const headers of [device, key]) await get("/api/quota", "/api/quota", headers);
  for (const headers of [device, key]) await get("/api/usage", "/api/usage", headers);
  const history = "/api/tokens/{chain_id}/{address}/history";
  for (const address of [`0x${"1".repeat(40)}`, "0x1"]) await get(`/api/tokens/1/${address}/history`, history);
  for (const path of ["/api/examples", "/api/calibration", "/api/schema/deliverable", "/openapi.json", "/status"]) await get(path);
  const rpc = (method: string) => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: `{"jsonrpc":"2.0","id":1,"method":"${method}"}`,
  });
  check("/mcp", "post", await gateway.call("/mcp", rpc("tools/list")));
  check("/mcp", "post", await gateway.call("/mcp", { ...rpc("x"), body: "{}" }));
  await asAgent(body.job_id);
  for (const path of ["/.well-known/agent-card.json", "/.well-known/x402"]) await get(path);
  for (const [path, told] of [
    ["/docs/", "/docs"],
    ["/", "/"],
    ["/llms.txt", "/llms.txt"],
    ["/console/web/main.ts", "/console/{room}/{file}"],
  ] as const) {
    const page = await fetch(`${gateway.url}${path}`);
    check(told, "get", { status: page.status, headers: page.headers, body: await page.text() });
  }
  check("/console/{room}/{file}", "get", await gateway.call("/console/web/other.ts"));

  // Somebody stored what is no request: nobody can answer for that job.
  const broken = randomUUID();
  await writeFact(gateway.gateway, { kind: "request", subject: subjects.request("1", broken), value: { filler: 1 } });
  for (const [asked, told] of [
    ["", POLL],
    ["?wait=1", POLL],
    ["/events", `${POLL}/events`],
  ] as const) {
    const { status, body: failed } = await get(`/api/agent/${broken}${asked}`, told);
    expect([status, failed]).toEqual([500, expect.objectContaining({ error: "internal server error", status: "degraded" })]);
  }
  for (const { method, path, a2a } of operations) {
    const type = `application/${a2a ? "a2a" : "problem"}+json`;
    const put = await gateway.call(path.replaceAll(/\{\w+\}/g, "1"), { method: "PUT", headers: { accept: type } });
    expect([put.status, put.headers.get("content-type")]).toEqual([405, `${type}; charset=utf-8`]);
    check(path, method, put);
  }
  gateway.drain();
  expect((await post({ coin_symbol: "PEPE" }, key)).status).toBe(503);
  const json = operations.filter(({ stream, page, path }) => !stream && !page && !path.endsWith(":cancel")).map(({ path }) => path);
  const pages = new Set(operations.filter(({ page }) => page).map(({ path }) => path));
  expect([...seen].filter((path) => !pages.has(path)).toSorted()).toEqual([...new Set(json)].toSorted());
  // No header is told of that nobody ever saw.
  expect([...seenHeaders].toSorted()).toEqual(Object.keys(answerHeaders).toSorted());
});

test("too many requests, and too many analyses, are answered as the document says", async () => {
  await using full = await startGateway({ capacity: 1 });
  const pepe = { coin_symbol: "PEPE" };
  expect((await full.post(pepe)).status).toBe(202);
  const refused = await full.post(pepe);
  expect([refused.status, refused.body.code]).toEqual([429, "too_many_concurrent"]);
  check("/api/agent", "post", refused);
  await using slow = await startGateway({ broker: full.broker, ratePerMinute: 1 });
  expect((await slow.call("/api/examples")).status).toBe(200);
  const limited = await slow.call("/api/examples");
  expect([limited.status, limited.body.code]).toEqual([429, "rate_limited"]);
  check("/api/examples", "get", limited);
  const agents = await slow.call("/a2a/tasks/1", { headers: { "a2a-version": "1.0" } });
  expect([agents.status, agents.body.error.status]).toEqual([429, "RESOURCE_EXHAUSTED"]);
  check("/a2a/tasks/{task_id}", "get", agents);
});

test("each event of a stream carries what the document says of it", async () => {
  await using own = await startGateway();
  const told = document.paths["/api/agent/{job_id}/events"].get.responses[200].content["text/event-stream"]["x-event-data"];
  const seenEvents = new Set<string>();
  for (const status of ["completed", "failed"] as const) {
    const { job_id, poll_url } = (await own.post({ coin_symbol: "PEPE", request_id: status })).body;
    const stream = await openStream(`${own.url}${poll_url}/events`);
    check("/api/agent/{job_id}/events", "get", { status: stream.response.status, headers: stream.response.headers, body: "" });
    await engines(own)(job_id, "security", { signals: [honeypot] });
    await own.settle(status === "completed" ? completed(job_id, status) : { job_id, status, error: "the node is down" });
    for (const { event, data } of await stream.rest()) {
      seenEvents.add(event);
      isTold(told[event], data);
      expect(event === "evidence" || data.status === event || event === "status").toBe(true);
    }
  }
  expect([...seenEvents].toSorted()).toEqual(Object.keys(told).toSorted());
});

test("a body that fits the document's Submission is accepted, and one that does not is refused", async () => {
  const ajv = new Ajv2020({ strict: false });
  const fits = ajv.compile(document.components.schemas.Submission);
  await using open = await startGateway();
  const bodies = [
    { coin_symbol: "PEPE" },
    { coin_symbol: "PEPE", chain_id: null, contract_address: "", request_id: "" },
    { coin_symbol: "A", more: 1 },
  ];
  for (const body of bodies) expect([fits(body), (await open.post(body)).status]).toEqual([true, 202]);
  const refused = [
    {},
    { coin_symbol: 7 },
    { coin_symbol: "" },
    { coin_symbol: "A", chain_id: "2" },
    { coin_symbol: "A", contract_address: 1 },
  ];
  const ids = [
    { coin_symbol: "A", request_id: "x".repeat(129) },
    { coin_symbol: "A", request_id: "\u0000" },
    { coin_symbol: "A", request_id: 1 },
  ];
  for (const body of [...refused, ...ids]) expect([body, fits(body), (await open.post(body)).status]).toEqual([body, false, 400]);
});
