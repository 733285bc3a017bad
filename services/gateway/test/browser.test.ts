import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allowedHeaders, exposedHeaders } from "../src/cross-origin.ts";
import { startGateway, type TestGateway } from "./gateway.ts";
import { exchange, parseAnswers } from "./raw-http.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

const origin = "https://example.org";
const preflight = (path: string) => ({ path, headers: { origin, "access-control-request-method": "POST" } });

test("a page of any origin may ask before it posts, and is told what it may send", async () => {
  const { path, headers } = preflight("/api/agent");
  const { status, headers: told, body } = await gateway.call(path, { method: "OPTIONS", headers });
  expect([status, body, told.get("access-control-allow-origin")]).toEqual([204, undefined, "*"]);
  expect(told.get("access-control-allow-headers")).toBe(allowedHeaders.join(", "));
  expect(told.get("access-control-allow-credentials")).toBeNull();
});

test("it may read the headers of answers and of errors", async () => {
  for (const path of [`/api/agent/${randomUUID()}`, "/nowhere", "/status"]) {
    const { headers } = await gateway.call(path, { headers: { origin } });
    expect([headers.get("access-control-allow-origin"), headers.get("access-control-expose-headers")]).toEqual([
      "*",
      exposedHeaders.join(", "),
    ]);
  }
});

test.each([
  ["/api/agent", 405, "POST"],
  ["/status", 405, "GET, HEAD"],
  ["/nowhere", 404, null],
])("OPTIONS %s that asks nothing is a %i", async (path, expected, allow) => {
  const { status, headers, body } = await gateway.call(path, { method: "OPTIONS" });
  expect([status, headers.get("allow"), typeof body.error]).toEqual([expected, allow, "string"]);
});

const isForbidding = (told: (name: string) => string | null | undefined): void => {
  expect(told("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  expect([told("x-content-type-options"), told("x-frame-options"), told("referrer-policy")]).toEqual(["nosniff", "DENY", "no-referrer"]);
  expect([told("access-control-allow-origin"), told("x-request-id")]).toEqual(["*", expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  expect([told("strict-transport-security") ?? null, told("x-powered-by") ?? null]).toEqual([null, null]);
};

test("every answer forbids to load, frame or sniff anything, also where no route is reached; TLS is insisted on only over TLS", async () => {
  const long = "a".repeat(200);
  const paths = ["/openapi.json", "/nowhere", `/api/agent/${randomUUID()}`, "/%zz", `/api/agent/${long}`, `/api/tokens/1/${long}/history`];
  for (const path of paths) {
    const { headers } = await gateway.call(path);
    isForbidding((name) => headers.get(name));
  }
});

test.each([
  ["what is no HTTP", "garbage\r\n\r\n", 400],
  ["headers too large", `GET /status HTTP/1.1\r\nHost: x\r\nX-Big: ${"b".repeat(20_000)}\r\n\r\n`, 431],
  [
    "two lengths of one body",
    "POST /api/agent HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
  ],
  ["a tunnel", "CONNECT evil:80 HTTP/1.1\r\nHost: x\r\n\r\n", 405],
])("so does the refusal of %s, in JSON with `error`", async (_what, bytes, status) => {
  const [answer] = parseAnswers(await exchange(Number(new URL(gateway.url).port), Buffer.from(bytes)));
  expect([answer?.status, answer?.headers["content-type"], answer?.headers["cache-control"]]).toEqual([
    status,
    "application/json; charset=utf-8",
    "no-store",
  ]);
  expect(JSON.parse(answer?.body ?? "")).toMatchObject({ error: expect.any(String), code: expect.any(String) });
  isForbidding((name) => answer?.headers[name]);
  expect(answer?.headers["allow"]).toBe(status === 405 ? "" : undefined);
});

test("a path that is too long is told of as what it is: no job, or no address", async () => {
  const long = "a".repeat(200);
  expect(await gateway.call(`/api/agent/${long}`)).toMatchObject({ status: 404, body: { code: "job_not_found" } });
  const history = await gateway.call(`/api/tokens/1/${long}/history`);
  expect(history).toMatchObject({ status: 400, body: { code: "invalid_parameter", errors: [{ field: "contract_address" }] } });
});

test("the reference is drawn from here alone: one script by hash, one by path, no other host", async () => {
  const page = await fetch(`${gateway.url}/docs`);
  const html = await page.text();
  const [, inline = ""] = /<script type="text\/javascript">([\s\S]*?)<\/script>/.exec(html) ?? [];
  expect(inline).toContain("/openapi.json");
  const hash = createHash("sha256").update(inline).digest("base64");
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
  expect([...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link)).toEqual(["data:,", "js/scalar.js"]);
  const script = await fetch(`${gateway.url}/docs/js/scalar.js`);
  expect([script.status, script.headers.get("content-encoding")]).toEqual([200, "gzip"]);
  expect((await script.text()).length).toBeGreaterThan(1_000_000);
});
