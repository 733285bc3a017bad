import { randomUUID } from "node:crypto";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { readRequest, writeRow } from "@token-sentiment/bus";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engines, honeypot } from "./engines.ts";
import { completed, issueKey, startGateway, type TestGateway } from "./gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ demo: { calls: 2 } });
  await issueKey(gateway.broker, "good-key");
});
afterAll(() => gateway[Symbol.asyncDispose]());

/** The SDK's own client, as a model's host uses it. */
async function connect(headers: Record<string, string> = { authorization: "Bearer good-key" }, url = gateway.url) {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } });
  await client.connect(transport);
  return {
    client,
    call: async (name: string, args: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: args })) as { isError?: boolean; structuredContent?: any; content: { text: string }[] },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

test("a model is told three tools, and to keep one request_id for the retries of one analysis", async () => {
  await using model = await connect();
  expect(model.client.getInstructions()).toContain("very same request_id");
  const { tools } = await model.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["submit_token_analysis", "get_token_analysis", "explain_token_analysis"]);
  const [submit] = tools;
  expect(submit?.inputSchema.required).toEqual(["request_id", "coin_symbol"]);
  expect(submit?.description).toContain("the same request_id");
  expect(submit?.annotations?.idempotentHint).toBe(true);
});

test("submitting, waiting and explaining lead from a symbol to the verdict and its evidence", async () => {
  await using model = await connect();
  const args = { request_id: "order-7", coin_symbol: "$pepe", chain_id: "1" };
  const submitted = await model.call("submit_token_analysis", args);
  const { job_id } = submitted.structuredContent;
  expect(submitted.structuredContent).toEqual({ job_id, request_id: "order-7", coin_symbol: "PEPE", status: "pending", replayed: false });
  const again = await model.call("submit_token_analysis", args);
  expect(again.structuredContent).toMatchObject({ job_id, replayed: true });

  const open = await model.call("get_token_analysis", { job_id, wait_seconds: 0 });
  expect([open.structuredContent.status, open.content[1]?.text]).toEqual(["pending", expect.stringContaining("same job_id")]);
  const early = await model.call("explain_token_analysis", { job_id });
  expect([early.isError, early.content[0]?.text]).toEqual([true, expect.stringContaining("no report yet")]);

  const waiting = model.call("get_token_analysis", { job_id });
  const seq = await engines(gateway)(job_id, "security", { signals: [honeypot, { ...honeypot, code: "other", status: "unknown" }] });
  const requestAt = (await readRequest(gateway.gateway, job_id))!.at;
  await writeRow(gateway.aggregator, job_id, { row: completed(job_id, "order-7"), requestAt, expectedRevision: 0, evidence: [seq] });
  expect((await waiting).structuredContent).toMatchObject({ status: "completed", payload: { executable_verdict: "HOLD" } });

  const explained = (await model.call("explain_token_analysis", { job_id, lines: 1 })).structuredContent;
  expect(explained).toMatchObject({ job_id, verdict_row: "critical finding", observations_left_out: 1 });
  expect(explained.observations).toEqual([expect.objectContaining({ line: "[SECURITY] sell reverts while buy succeeds", status: "hit" })]);
});

test("who asks is told by the same headers as for a submission, and the demo limit is the same", async () => {
  await using model = await connect({ "x-demo-fingerprint": "device-mcp" });
  const left: number[] = [];
  for (const request_id of ["a", "b"])
    left.push((await model.call("submit_token_analysis", { request_id, coin_symbol: "PEPE" })).structuredContent.demo_calls_left);
  expect(left).toEqual([1, 0]);
  const third = await model.call("submit_token_analysis", { request_id: "c", coin_symbol: "PEPE" });
  expect([third.isError, third.content[0]?.text]).toEqual([true, expect.stringMatching(/marketplace \(demo_limit_reached\)\.$/)]);
  await using stranger = await connect({ authorization: "Bearer nobody" });
  const refused = await stranger.call("submit_token_analysis", { request_id: "a", coin_symbol: "PEPE" });
  expect(refused.content[0]?.text).toContain("(unauthorized)");
  expect(await gateway.metrics()).toMatch(/tsa_gateway_jobs_rejected_total\{reason="demo_limit_reached"\} 1/);
});

test("a job that nobody knows, and a field that does not fit, are told in words", async () => {
  await using model = await connect();
  const unknown = await model.call("get_token_analysis", { job_id: randomUUID() });
  expect([unknown.isError, unknown.content[0]?.text]).toEqual([true, expect.stringContaining("(job_not_found)")]);
  const bad = await model.call("submit_token_analysis", { request_id: "bad", coin_symbol: "PEPE", contract_address: "0x12" });
  expect(bad.content[0]?.text).toContain("contract_address: an address on this chain is 0x and 40 hex digits");
});

test("a service that is full asks for the same request_id in a moment", async () => {
  await using full = await startGateway({ capacity: 1 });
  await using model = await connect({}, full.url);
  await model.call("submit_token_analysis", { request_id: "first", coin_symbol: "PEPE" });
  const second = await model.call("submit_token_analysis", { request_id: "second", coin_symbol: "PEPE" });
  expect(second.content[0]?.text).toContain('In 3 seconds call submit_token_analysis again with the same request_id, "second".');
});

test("what is no message of the protocol is an error like any other, and there is no stream to open", async () => {
  const headers = { "content-type": "application/json" };
  for (const body of ["{}", '{"jsonrpc":"1.0"}', "7"]) {
    const { status, body: answer } = await gateway.call("/mcp", { method: "POST", headers, body });
    expect([body, status, answer.code, typeof answer.error]).toEqual([body, 400, "invalid_body", "string"]);
  }
  const stream = await gateway.call("/mcp", { headers: { accept: "text/event-stream" } });
  expect([stream.status, stream.headers.get("allow")]).toEqual([405, "POST"]);
});
