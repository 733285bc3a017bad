import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allowedHeaders, exposedHeaders } from "../src/cross-origin.ts";
import { startGateway, type TestGateway } from "./gateway.ts";

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

test("every answer forbids to load, frame or sniff anything; TLS is insisted on only over TLS", async () => {
  for (const path of ["/openapi.json", "/nowhere", `/api/agent/${randomUUID()}`]) {
    const { headers } = await gateway.call(path);
    expect(headers.get("content-security-policy")).toBe("default-src 'none';frame-ancestors 'none'");
    expect([headers.get("x-content-type-options"), headers.get("x-frame-options")]).toEqual(["nosniff", "DENY"]);
    expect([headers.get("strict-transport-security"), headers.get("x-powered-by")]).toEqual([null, null]);
  }
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
