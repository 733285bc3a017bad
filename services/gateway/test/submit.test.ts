import { Accepted, enginesFor, streams } from "@token-sentiment/contract";
import { openApiKeys, readRequest } from "@token-sentiment/bus";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueKey, startGateway, type TestGateway } from "./gateway.ts";

const PEPE = "0x6982508145454ce325ddbe47a25d4ec3d2311933";
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

describe("POST /api/agent", () => {
  test("asks for fresh evidence when a key says no-cache, and ignores it from anybody else", async () => {
    await issueKey(gateway.broker, "fresh-key", { id: "fresh" });
    const wants = async (headers: Record<string, string>) => {
      const { body } = await gateway.post({ coin_symbol: "PEPE", contract_address: PEPE }, headers);
      return (await readRequest(gateway.gateway, body.job_id))?.value;
    };
    const authorization = "Bearer fresh-key";
    expect(await wants({ authorization, "cache-control": "max-age=0, no-cache" })).toHaveProperty("fresh", true);
    expect(await wants({ authorization, "cache-control": "no-cached-things" })).not.toHaveProperty("fresh");
    expect(await wants({ authorization })).not.toHaveProperty("fresh");
    expect(await wants({ "cache-control": "no-cache" })).not.toHaveProperty("fresh");
  });

  test("answers 202 with exactly the five members, and where to poll", async () => {
    const { status, headers, body } = await gateway.post({ coin_symbol: "$pepe", contract_address: PEPE, request_id: "order-1" });
    expect(status).toBe(202);
    expect(Accepted.parse(body)).toMatchObject({ status: "pending", coin_symbol: "PEPE", poll_url: `/api/agent/${body.job_id}` });
    expect(body.message).toContain(body.poll_url);
    expect(headers.get("location")).toBe(body.poll_url);
    expect(headers.get("retry-after")).toBe("2");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("traceparent")).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0\d$/);
    expect(headers.get("idempotency-key")).toBe("order-1");
    expect(headers.get("idempotent-replayed")).toBeNull();
    const stored = await readRequest(gateway.gateway, body.job_id);
    expect(stored?.subject).toBe(`analysis.request.contract.evm.${body.job_id}`);
    expect(stored?.value).toMatchObject({ request_id: "order-1", expects: enginesFor("1"), chain_id: "1", contract_address: PEPE });
    expect(JSON.stringify(stored)).not.toContain("127.0.0.1");
  });

  test("asks the resolver when there is no contract, and generates a request_id when there is none", async () => {
    const { body, headers } = await gateway.post({ coin_symbol: "PEPE" });
    const stored = await readRequest(gateway.gateway, body.job_id);
    expect(stored?.subject).toBe(`analysis.request.symbol.any.${body.job_id}`);
    expect(stored?.value).toMatchObject({ request_id: headers.get("idempotency-key") });
  });

  test("continues the client's trace", async () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const { headers } = await gateway.post({ coin_symbol: "PEPE" }, { traceparent });
    expect(headers.get("traceparent")).toContain("0af7651916cd43dd8448eb211c80319c");
  });

  test.each([
    ["{}", {}, "400 missing_parameter"],
    ['{"coin_symbol":""}', {}, "400 missing_parameter"],
    ['{"coin_symbol":"PEPE","chain_id":"9"}', {}, "400 invalid_parameter"],
    ['{"coin_symbol":"PEPE","request_id":"a\\u0000"}', {}, "400 invalid_parameter"],
    ['{"coin_symbol":', {}, "400 invalid_body"],
    ["", {}, "400 invalid_body"],
    ["[]", {}, "400 invalid_body"],
    ['{"__proto__":{"x":1},"coin_symbol":"PEPE"}', {}, "400 invalid_body"],
    ['{"coin_symbol":"PEPE"}', { "content-type": "text/plain" }, "400 invalid_body"],
    ['{"coin_symbol":"PEPE"}', { "x-demo-fingerprint": "short" }, "400 invalid_parameter"],
    ['{"coin_symbol":"PEPE"}', { authorization: "Bearer nobody-knows-it" }, "401 unauthorized"],
    ['{"coin_symbol":"PEPE"}', { authorization: "Basic YTpi" }, "401 unauthorized"],
    [`{"coin_symbol":"${"A".repeat(17_000)}"}`, {}, "413 body_too_large"],
  ])("answers %s with %j by %s", async (body, headers, expected) => {
    const answer = await gateway.post(body, headers);
    expect(`${answer.status} ${answer.body.code}`).toBe(expected);
    expect(answer.body).toMatchObject({
      error: expect.any(String),
      detail: expect.any(String),
      title: expect.any(String),
      type: expect.any(String),
    });
    expect(answer.body.status).toBeUndefined();
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  test("carries the request_id used on an error, spelt so that a header can hold it", async () => {
    const { headers, body } = await gateway.post({ coin_symbol: "PEPE", chain_id: "9", request_id: "Bestellung ü" });
    expect(headers.get("idempotency-key")).toBe(encodeURIComponent("Bestellung ü"));
    expect(body.errors).toEqual([{ field: "chain_id", detail: expect.stringContaining('"8453"') }]);
  });

  test("answers problem+json to a client that lists it", async () => {
    const { headers } = await gateway.post({}, { accept: "application/problem+json" });
    expect(headers.get("content-type")).toContain("application/problem+json");
  });

  test("takes a key, and no longer when it is revoked", async () => {
    await issueKey(gateway.broker, "good-key");
    await issueKey(gateway.broker, "bad-key", { id: "revoked", revoked_at: 2 });
    const { status, body } = await gateway.post({ coin_symbol: "PEPE" }, { authorization: "Bearer good-key" });
    expect(status).toBe(202);
    expect((await readRequest(gateway.gateway, body.job_id))?.value).toMatchObject({ caller: "key:acme" });
    expect((await gateway.post({ coin_symbol: "PEPE" }, { authorization: "Bearer bad-key" })).status).toBe(401);
  });

  test("a key that was good a moment ago is asked for with its request: revoked, it is a 401 whatever was sent, and begins nothing more", async () => {
    await issueKey(gateway.broker, "short-lived", { id: "short" });
    const operator = await gateway.broker.open("operator");
    const authorization = "Bearer short-lived";
    const send = async (body: object) => (await gateway.post(body, { authorization })).status;
    const stored = async () => (await operator.jsm.streams.info(streams.analysis)).state.messages;
    expect([await send({ coin_symbol: "PEPE" }), await send({ coin_symbol: "PEPE" }), await send({ coin_symbol: 7 })]).toEqual([
      202, 202, 400,
    ]);
    await (await openApiKeys(operator)).revoke("short", 3);
    expect(await send({ coin_symbol: 7 })).toBe(401);
    const before = await stored();
    expect([await send({ coin_symbol: "PEPE" }), await send({ coin_symbol: "PEPE" })]).toEqual([401, 401]);
    expect(await stored()).toBe(before);
  });

  test("a key that is revoked while it is remembered costs one analysis at most, which nobody is told of", async () => {
    await issueKey(gateway.broker, "caught", { id: "caught" });
    const operator = await gateway.broker.open("operator");
    const send = (authorization = "Bearer caught") => gateway.post({ coin_symbol: "PEPE" }, { authorization });
    const stored = async () => (await operator.jsm.streams.info(streams.analysis)).state.messages;
    for (const spelling of ["Bearer", "bearer", "Bearer "]) expect((await send(`${spelling} caught`)).status).toBe(202);
    await (await openApiKeys(operator)).revoke("caught", 3);
    const before = await stored();
    const spellings = ["bearer caught", "Bearer  caught", "Bearer caught"];
    const refused = [await send(), ...(await Promise.all(spellings.map(send)))];
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(JSON.stringify(refused.map(({ body }) => body))).not.toMatch(/job_id|poll_url/);
    expect(await stored()).toBe(before + 1);
  });
});

describe("a request_id", () => {
  test("sent again with the same content gets the first 202 again, marked", async () => {
    const first = await gateway.post({ coin_symbol: "pepe", contract_address: PEPE, request_id: "again" });
    const second = await gateway.post({
      coin_symbol: "$PEPE",
      contract_address: PEPE.toUpperCase().replace("0X", "0x"),
      chain_id: "1",
      request_id: "again",
    });
    expect([second.status, second.body]).toEqual([202, first.body]);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });

  test("sent again with other content is a mismatch, on another chain too", async () => {
    await gateway.post({ coin_symbol: "PEPE", request_id: "other" });
    expect((await gateway.post({ coin_symbol: "DOGE", request_id: "other" })).body).toMatchObject({ code: "idempotency_mismatch" });
    expect((await gateway.post({ coin_symbol: "PEPE", chain_id: "56", request_id: "other" })).status).toBe(422);
  });

  test("sent again with a Solana address of which one letter has the other case is a mismatch: it is another address", async () => {
    const body = { coin_symbol: "WIF", chain_id: "solana", request_id: "case" };
    expect((await gateway.post({ ...body, contract_address: "ricEmGn6WZ9kN2ASm1MAt7LoE1hBgu1VcQrjRwkAPfc" })).status).toBe(202);
    expect((await gateway.post({ ...body, contract_address: "RicEmGn6WZ9kN2ASm1MAt7LoE1hBgu1VcQrjRwkAPfc" })).body).toMatchObject({
      code: "idempotency_mismatch",
    });
  });

  test("of another caller is another job", async () => {
    const [one, two] = await Promise.all(
      ["device-one", "device-two"].map((f) => gateway.post({ coin_symbol: "PEPE", request_id: "mine" }, { "x-demo-fingerprint": f })),
    );
    expect(one?.body.job_id).not.toBe(two?.body.job_id);
  });

  test("in 20 racing POSTs over different chains starts one job", async () => {
    const chains = ["1", "56", "8453", "1"];
    const before = (await gateway.gateway.jsm.streams.info(streams.analysis)).state.messages;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        gateway.post({ coin_symbol: "RACE", contract_address: PEPE, chain_id: chains[n % 4], request_id: "race" }),
      ),
    );
    const accepted = answers.filter(({ status }) => status === 202);
    expect((await gateway.gateway.jsm.streams.info(streams.analysis)).state.messages - before).toBe(1);
    expect(new Set(accepted.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(accepted.filter(({ headers }) => headers.get("idempotent-replayed") === null)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(20 - accepted.length);
  });
});

describe("other paths", () => {
  test("answer 404 and 405 as JSON", async () => {
    expect(await gateway.call("/nowhere")).toMatchObject({ status: 404, body: { code: "not_found", error: expect.any(String) } });
    const wrong = await gateway.call("/api/agent", { method: "DELETE" });
    expect(wrong).toMatchObject({ status: 405, body: { code: "method_not_allowed" } });
    expect(wrong.headers.get("allow")).toBe("POST");
    expect((await gateway.call("/%zz")).body).toMatchObject({ code: "not_found" });
  });

  test("nobody is told of examples unless there are some", async () => {
    expect(await gateway.call("/api/examples")).toMatchObject({ status: 200, body: [] });
  });

  test("what happened is counted, by reason", async () => {
    await gateway.post({});
    const text = await gateway.metrics();
    expect(text).toMatch(/tsa_gateway_jobs_rejected_total\{reason="missing_parameter"\} \d/);
    expect(text).toMatch(/tsa_gateway_jobs_accepted_total \d/);
    expect(text).toMatch(/tsa_gateway_http_request_seconds_count\{route="\/api\/agent",method="POST",status="202"\} \d/);
  });
});
