import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseConfig } from "@token-sentiment/runtime";
import { Config } from "../src/config.ts";
import { paymentTermsOf } from "../src/payments/terms.ts";
import { completed, startGateway, type TestGateway } from "./gateway.ts";
import { exchange, parseAnswers } from "./raw-http.ts";

const run = promisify(execFile);
const terms = paymentTermsOf(
  parseConfig(Config, {
    GATEWAY_PEPPER_FILE: "pepper",
    GATEWAY_X402_FACILITATOR_URL: "http://127.0.0.1:4022",
    GATEWAY_X402_PAY_TO: "0x000000000000000000000000000000000000bEEF",
    GATEWAY_X402_NETWORKS: '[{"network":"eip155:8453","rpc_urls":["http://127.0.0.1:8545"]}]',
  }),
)!;

let gateway: TestGateway;
let paid: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
  paid = await startGateway({ broker: gateway.broker, terms, publicUrl: "https://sentiment.example/base" });
});
afterAll(async () => {
  await paid[Symbol.asyncDispose]();
  await gateway[Symbol.asyncDispose]();
});

const textAt = async (url: string): Promise<string> => await (await fetch(url)).text();

/** Asks with a Host of one's own choice. */
async function askedAs(host: string, url: string) {
  const { port, pathname } = new URL(url);
  const request = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  const [answer] = parseAnswers(await exchange(Number(port), Buffer.from(request)));
  return answer!;
}

/** Runs a command line as a reader of it would, and follows what it started to the verdict. */
async function verdictOf(command: string): Promise<unknown> {
  const { stdout } = await run("sh", ["-c", command]);
  const { job_id, poll_url } = JSON.parse(stdout);
  await gateway.settle(completed(job_id, "r"));
  return (await gateway.call(`${poll_url}?wait=25`)).body.payload.executable_verdict;
}

test("the listing's curl, run as it stands, leads to a verdict", async () => {
  const script = new URL("../src/listing.ts", import.meta.url).pathname;
  const env = { ...process.env, GATEWAY_PUBLIC_URL: gateway.url };
  const { stdout, stderr } = await run("node", [script], { env });
  const [, curl] = /^4\. \[Request Example\] (curl .*)$/m.exec(stdout)!;
  expect(await verdictOf(curl!)).toBe("HOLD");
  expect(stderr).toContain("https alone");
  const json = JSON.parse((await run("node", [script, "--json"], { env })).stdout);
  expect([json.endpoint, json.fee, json.serviceDescription]).toEqual([`${gateway.url}/api/agent`, "0.02", expect.stringContaining(curl!)]);
});

test("llms.txt names routes that exist and no other, links that answer, and a curl that leads to a verdict", async () => {
  const response = await fetch(`${gateway.url}/llms.txt`);
  const text = await response.text();
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(text).toMatch(/^# .+\n\n> .+\n/);
  const routes = [...text.matchAll(/^- `((?:GET|POST) \S+)`: /gm)].map(([, route]) => route!);
  expect(routes).toEqual(expect.arrayContaining(["POST /api/agent", "GET /api/agent/{job_id}", "POST /mcp", "POST /a2a/message:send"]));
  expect(routes.filter((route) => !gateway.routes.includes(route))).toEqual([]);
  const links = [...text.matchAll(/^- \[(\S+)\]\((\S+)\): \S/gm)].map(([, path, url]) => [path!, url!] as const);
  expect(links.map(([path]) => path)).toEqual(
    expect.arrayContaining(["/openapi.json", "/.well-known/agent-card.json", "/.well-known/x402"]),
  );
  for (const [path, url] of links) expect([url, (await fetch(url)).status]).toEqual([`${gateway.url}${path}`, 200]);
  const [, curl] = /^(curl .*)$/m.exec(text)!;
  expect(await verdictOf(curl!)).toBe("HOLD");
  expect(text.length).toBeLessThan(6000);
});

test("the price is told everywhere, and only where payments are on", async () => {
  const price = async ({ url }: TestGateway) => {
    const document = JSON.parse(await textAt(`${url}/openapi.json`));
    const all = Object.entries<Record<string, any>>(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, told]) => (told["x-payment-info"] ? [[`${method} ${path}`, told["x-payment-info"]]] : [])),
    );
    const { resources, items, instructions } = JSON.parse(await textAt(`${url}/.well-known/x402`));
    const [llms, card] = await Promise.all(["/llms.txt", "/.well-known/agent-card.json"].map((path) => textAt(`${url}${path}`)));
    return { all, resources, items, texts: [llms?.includes("0.02 USD"), card?.includes("0.02 USD"), instructions.includes("402")] };
  };
  expect(await price(gateway)).toEqual({ all: [], resources: [], items: [], texts: [false, false, false] });
  const { all, resources, items, texts } = await price(paid);
  const info = { price: { mode: "fixed", currency: "USD", amount: "0.02" }, protocols: [{ x402: { version: 2, accepts: terms.accepts } }] };
  expect(all).toEqual([["post /api/agent", info]]);
  expect(resources).toEqual(["https://sentiment.example/base/api/agent"]);
  expect(items).toEqual([expect.objectContaining({ resource: resources[0], type: "http", x402Version: 2, accepts: terms.accepts })]);
  expect(texts).toEqual([true, true, true]);
});

test("the documents name the configured address and may be kept, else the host that was asked, which nobody may keep", async () => {
  for (const path of ["/.well-known/agent-card.json", "/.well-known/x402", "/llms.txt"]) {
    const configured = await askedAs("evil.example", `${paid.url}${path}`);
    expect([path, configured.headers["cache-control"]]).toEqual([path, "public, max-age=300"]);
    expect(configured.body).toContain("https://sentiment.example/base/");
    expect(configured.body).not.toMatch(/evil\.example|127\.0\.0\.1/);
    const asked = await askedAs("Other.Example:81", `${gateway.url}${path}`);
    expect([path, asked.headers["cache-control"], asked.status]).toEqual([path, "no-store", 200]);
    expect(asked.body).toContain("http://other.example:81/");
    expect((await askedAs("evil.example/x?", `${gateway.url}${path}`)).status).toBe(400);
    const { body: document } = await gateway.call("/openapi.json");
    expect(document.paths[path].get.responses).toHaveProperty("400");
  }
});
