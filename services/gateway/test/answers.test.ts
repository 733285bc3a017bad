import { randomUUID } from "node:crypto";
import { readRequest, writeRow } from "@token-sentiment/bus";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operations } from "../src/operations.ts";
import { engines, honeypot } from "./engines.ts";
import { completed, issueKey, startGateway, type TestGateway } from "./gateway.ts";

let gateway: TestGateway;
let document: any;
let check: (path: string, method: string, answer: { status: number; body: unknown }) => void;
const seen = new Set<string>();
beforeAll(async () => {
  gateway = await startGateway({ demo: { calls: 3 } });
  await issueKey(gateway.broker, "good-key");
  document = (await gateway.call("/openapi.json")).body;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "https://gateway.test/openapi", ...document });
  check = (path, method, { status, body }) => {
    const told = document.paths[path][method].responses[status]?.content["application/json"].schema;
    expect([path, method, status, told === undefined]).toEqual([path, method, status, false]);
    const schema = JSON.parse(JSON.stringify(told).replaceAll('"#/', '"https://gateway.test/openapi#/'));
    const valid = ajv.validate(schema, body);
    expect([path, status, valid ? null : ajv.errors]).toEqual([path, status, null]);
    if (status >= 400) expect(body).toMatchObject({ error: expect.any(String), code: expect.any(String) });
    if (status < 300) seen.add(path);
  };
});
afterAll(() => gateway[Symbol.asyncDispose]());

const device = { "x-demo-fingerprint": "device-answers" };
const key = { authorization: "Bearer good-key" };

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

  expect((await post({ coin_symbol: "DOGE", request_id: "answers" })).status).toBe(422);
  for (const bad of [{}, { coin_symbol: "?", chain_id: 7 }, "[", { coin_symbol: "A".repeat(17_000) }]) await post(bad);
  expect((await post({ coin_symbol: "PEPE" }, { authorization: "Bearer x" })).status).toBe(401);
  await post({ coin_symbol: "PEPE" });
  expect((await post({ coin_symbol: "PEPE" })).status).toBe(403);

  await get(`/api/agent/${randomUUID()}`, POLL);
  await get(`${body.poll_url}?wait=x`, POLL);
  await get(`/api/agent/${randomUUID()}/events`, `${POLL}/events`);
  for (const headers of [device, key]) await get("/api/quota", "/api/quota", headers);
  for (const headers of [device, key]) await get("/api/usage", "/api/usage", headers);
  const history = "/api/tokens/{chain_id}/{address}/history";
  for (const address of [`0x${"1".repeat(40)}`, "0x1"]) await get(`/api/tokens/1/${address}/history`, history);
  for (const path of ["/api/examples", "/api/schema/deliverable", "/openapi.json", "/status"]) await get(path);
  gateway.drain();
  expect((await post({ coin_symbol: "PEPE" }, key)).status).toBe(503);
  const json = operations.filter(({ stream, page }) => !stream && !page).map(({ path }) => path);
  expect([...seen].toSorted()).toEqual([...new Set(json)].toSorted());
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
