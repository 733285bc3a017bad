import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { Signal } from "@token-sentiment/contract";
import { type Sandbox, startSandbox } from "@token-sentiment/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openSecurity } from "./analyze.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const address = (symbol: string) => sandbox.tokens[symbol]?.address ?? "";
const find = (signals: Signal[], code: string) => signals.find((signal) => signal.code === code);

/** A checker on loopback that answers as told, and what it was asked. */
async function checker(answer: (response: ServerResponse, url: string) => void) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(response, request.url ?? "");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${port}`, asked, [Symbol.asyncDispose]: close };
}
const json = (body: unknown) => (response: ServerResponse) => void response.end(JSON.stringify(body));
const goplus = (symbol: string, fields: object, code = 1) =>
  json({ code, message: "OK", result: { [address(symbol).toLowerCase()]: { is_open_source: "1", is_proxy: "0", ...fields } } });
const honeypotIs = (symbol: string, isHoneypot: boolean) =>
  json({ token: { address: address(symbol) }, chain: { id: "1" }, simulationSuccess: true, honeypotResult: { isHoneypot } });

test("both checkers are asked about the token, each in its own way, and not again while their answers are fresh", async () => {
  await using first = await checker(goplus("HIVE", { is_honeypot: "1" }));
  await using second = await checker(honeypotIs("HIVE", true));
  await using engine = await openSecurity([sandbox.rpcUrl], 10_000, { ENGINE_GOPLUS_URL: first.url, ENGINE_HONEYPOT_URL: second.url });
  const signals = await engine.analyze(address("HIVE"));
  expect(find(signals, "goplus")).toMatchObject({ status: "hit", text: "GoPlus agrees: is_honeypot=1" });
  expect(find(signals, "honeypot_is")).toMatchObject({ status: "hit", text: "honeypot.is agrees: isHoneypot=true" });
  expect(await engine.analyze(address("HIVE"))).toHaveLength(signals.length);
  expect(first.asked).toEqual([`/api/v1/token_security/1?contract_addresses=${address("HIVE").toLowerCase()}`]);
  expect(second.asked).toEqual([`/v2/IsHoneypot?address=${address("HIVE")}&chainID=1`]);
});

test("what a checker denies does not take a finding back, and what it claims does not make one", async () => {
  await using denies = await checker((response, url) =>
    goplus(url.includes(address("HIVE").toLowerCase()) ? "HIVE" : "OAK", { is_honeypot: "0" })(response),
  );
  await using claims = await checker((response, url) => honeypotIs(url.includes(address("HIVE")) ? "HIVE" : "OAK", true)(response));
  await using engine = await openSecurity([sandbox.rpcUrl], 10_000, { ENGINE_GOPLUS_URL: denies.url, ENGINE_HONEYPOT_URL: claims.url });
  const hive = await engine.analyze(address("HIVE"));
  expect(find(hive, "cannot_sell")).toMatchObject({ status: "hit", critical: true });
  expect(find(hive, "goplus")).toMatchObject({ status: "inconclusive", text: "GoPlus disagrees: is_honeypot=0 against cannot_sell hit" });
  const oak = await engine.analyze(address("OAK"));
  expect(find(oak, "can_sell")?.status).toBe("clear");
  expect(find(oak, "honeypot_is")?.status).toBe("inconclusive");
  expect(oak.some(({ critical }) => critical)).toBe(false);
});

const html = (status: number) => (response: ServerResponse) => void response.writeHead(status).end("<html>blocked</html>");
test.each<[string, (response: ServerResponse) => void, string]>([
  ["refuses in the body of a success", json({ code: 4029, message: "too many requests" }), "GoPlus not available: code 4029"],
  ["does not know the token", json({ code: 1, message: "OK", result: {} }), "GoPlus does not know this token"],
  ["knows no contract there", json({ code: 2020, message: "not a contract" }), "GoPlus does not know this token"],
  ["answers 429", html(429), "GoPlus not available: HTTP 429"],
  ["answers 500", html(500), "GoPlus not available: HTTP 500"],
  ["answers 403 with a page", html(403), "GoPlus not available: HTTP 403"],
  ["answers a page", html(200), "GoPlus not available: goplus sent something that is not JSON"],
  [
    "answers half a document",
    (response) => void response.end('{"code":1,"resu'),
    "GoPlus not available: goplus sent something that is not JSON",
  ],
  ["answers another shape", json({ code: "fine" }), "GoPlus not available: goplus sent an answer of another shape: code invalid_type"],
  [
    "answers 10 MiB",
    (response) => void response.end(Buffer.alloc(10 * 1024 * 1024, 32)),
    "GoPlus not available: goplus sent more than 1024 KiB",
  ],
  ["redirects", (response) => void response.writeHead(302, { location: "http://127.0.0.1:9/" }).end(), "GoPlus not available: HTTP 302"],
])("a checker that %s costs its own line and nothing else", async (_, answer, text) => {
  await using failing = await checker(answer);
  await using engine = await openSecurity([sandbox.rpcUrl], 10_000, { ENGINE_GOPLUS_URL: failing.url });
  const signals = await engine.analyze(address("HIVE"));
  expect(find(signals, "goplus")).toMatchObject({ status: "unknown", text });
  expect(find(signals, "cannot_sell")).toMatchObject({ status: "hit", critical: true, reliability: 1 });
  expect(failing.asked).toHaveLength(1);
});

test("a checker that answers about another token is not heard", async () => {
  await using other = await checker(honeypotIs("OAK", true));
  await using engine = await openSecurity([sandbox.rpcUrl], 10_000, { ENGINE_HONEYPOT_URL: other.url });
  expect(find(await engine.analyze(address("HIVE")), "honeypot_is")).toMatchObject({
    status: "unknown",
    text: "honeypot.is not available: it answered about another token",
  });
});

test("silent checkers are given up, and the engine says what it found by itself", async () => {
  await using silent = await checker(() => undefined);
  await using engine = await openSecurity([sandbox.rpcUrl], 10_000, { ENGINE_GOPLUS_URL: silent.url, ENGINE_HONEYPOT_URL: silent.url });
  const signals = await engine.analyze(address("HIVE"));
  for (const code of ["goplus", "honeypot_is"])
    expect(find(signals, code)?.text).toMatch(/not available: .*(?:within 2000 ms|the time ran out)/);
  expect(find(signals, "cannot_sell")?.status).toBe("hit");
});

const MINUTE = 60_000;
test.each([
  ["complete", 1, 10 * MINUTE],
  ["partial", 2, 15_000],
])("a %s answer of GoPlus counts, says so, and is asked for again when it is no longer fresh", async (_, code, freshMs) => {
  await using first = await checker(goplus("HIVE", { is_honeypot: "1" }, code));
  await using engine = await openSecurity([sandbox.rpcUrl], 10_000, { ENGINE_GOPLUS_URL: first.url });
  const now = Date.now();
  const signals = await engine.analyze(address("HIVE"), "1", now);
  expect(find(signals, "goplus")).toMatchObject({ status: "hit", values: { complete: code === 1 } });
  await engine.analyze(address("HIVE"), "1", now + freshMs - 1);
  expect(first.asked).toHaveLength(1);
  await engine.analyze(address("HIVE"), "1", now + freshMs);
  expect(first.asked).toHaveLength(2);
});

test("where no node answers, checkers alone give no evidence", async () => {
  await using first = await checker(goplus("HIVE", { is_honeypot: "1" }));
  await using engine = await openSecurity(["http://127.0.0.1:9"], 10_000, { ENGINE_GOPLUS_URL: first.url });
  await expect(engine.analyze(address("HIVE"))).rejects.toThrow("no RPC endpoint of chain 1 answered");
});

test("the checkers' calls are counted for all replicas: the engines share what GoPlus grants an address", async () => {
  await using engine = await openSecurity([], 10_000, { ENGINE_GOPLUS_URL: "https://g.example", ENGINE_HONEYPOT_URL: "https://h.example" });
  expect(engine.sources.get("goplus")).toMatchObject({ budget: { calls: 15, perMs: 60_000 }, timeoutMs: 2000 });
  expect(engine.sources.get("honeypot")).toMatchObject({ budget: { calls: 60, perMs: 60_000 }, timeoutMs: 2000 });
});
