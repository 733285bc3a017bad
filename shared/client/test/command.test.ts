import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PackedClient, packClient } from "./packed-client.ts";
import { accept, completed, JOB, json, type ScriptedService, startService } from "./scripted-service.ts";

let packed: PackedClient;
beforeAll(async () => {
  packed = await packClient();
});
afterAll(() => packed[Symbol.asyncDispose]());

interface Ended {
  code: number | string;
  out: string;
  err: string;
}

/** Runs the packed command to its end. */
const command = (service: ScriptedService, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { PATH: process.env["PATH"], TOKEN_SENTIMENT_URL: service.url, TOKEN_SENTIMENT_KEY: "k" };
    execFile(process.execPath, [packed.command, ...args], { env }, (error, out, err) => resolve({ code: error?.code ?? 0, out, err }));
  });

const evidence = { engine: "security", outcome: "unavailable", reason: "no answer\u001b[2J", signals: 0, lines: [] };

/** A service on which every analysis ends with `job`. */
const ending = (job: unknown) =>
  startService(({ method, path }, response) => {
    if (method === "POST") return accept(response);
    if (!path.endsWith("/events")) return json(response, 200, job, { "preference-applied": "wait=20" });
    const { status } = job as { status: string };
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`event: evidence\nid: 6\ndata: ${JSON.stringify(evidence)}\n\nevent: ${status}\nid: 6\ndata: ${JSON.stringify(job)}\n\n`);
  });

test("a verdict is a card on stdout, progress by engine on stderr, and exit code 0", async () => {
  await using service = await ending(completed());
  const { code, out, err } = await command(service, "analyze", "pepe", "--chain", "8453", "--address", `0x${"a".repeat(40)}`);
  expect(code).toBe(0);
  expect(service.asked[0]?.body).toMatchObject({ coin_symbol: "pepe", chain_id: "8453", contract_address: `0x${"a".repeat(40)}` });
  expect(err).toContain(`accepted as job ${JOB}`);
  expect(err).toMatch(/! security +unavailable: no answer /);
  expect(out).toMatch(/PEPE {2}IGNORE_FUD/);
  expect(out).toMatch(/false FUD +█{32}·{8} +80\.0 %/);
  expect(out).toContain("[SECURITY] 12 of 12 recent buyers can sell");
  expect(out).toContain("Not financial advice.");
});

test("what a terminal would obey is left out of what engines say", async () => {
  await using service = await ending(completed({ evidence_chain: ["[SOCIAL] red \u001b[31malert\u0007\u202e gnp.exe"] }));
  const { out, err } = await command(service, "analyze", "PEPE");
  expect(out).toContain("[SOCIAL] red  [31malert  gnp.exe");
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test("--json is one line and nothing else; too little data is exit code 3", async () => {
  await using service = await ending(completed({ executable_verdict: "INSUFFICIENT_DATA" }));
  const { code, out, err } = await command(service, "analyze", "PEPE", "--json", "--request-id", "order-7");
  expect([code, err, out.split("\n").length]).toEqual([3, "", 2]);
  expect(JSON.parse(out)).toMatchObject({ job_id: JOB, request_id: "order-7", payload: { executable_verdict: "INSUFFICIENT_DATA" } });
});

test("a job that fails is exit code 1, and the reason on stderr", async () => {
  await using service = await ending({ job_id: JOB, status: "failed", error: "the analysis engines timed out" });
  const { code, out, err } = await command(service, "analyze", "PEPE");
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("token-sentiment: the analysis engines timed out\n");
});

test.each([
  [["analyse", "PEPE"], "analyze and one symbol are expected"],
  [["analyze"], "analyze and one symbol are expected"],
  [["analyze", "PEPE", "--chain", "2"], "--chain: one of 1, 56, 8453, solana is expected"],
  [["analyze", "PEPE", "--url", "ftp://x"], "--url: an http or https URL is expected"],
  [["analyze", "PEPE", "--watch", "--request-id", "x"], "--watch and --request-id"],
  [["analyze", "PEPE", "--nonsense"], "--nonsense"],
])("%j is wrong usage: exit code 2, a sentence, and nothing is asked", async (args, sentence) => {
  await using service = await ending(completed());
  const { code, err } = await command(service, ...args);
  expect([code, service.asked.length]).toEqual([2, 0]);
  expect(err).toContain(sentence);
});

test("a field that does not fit is wrong usage too, in the service's words", async () => {
  await using service = await startService((_asked, response) =>
    json(response, 400, { error: "contract_address: an address on this chain is 0x and 40 hex digits", code: "invalid_parameter" }),
  );
  const { code, err } = await command(service, "analyze", "PEPE", "--address", "0x12");
  expect([code, err]).toEqual([2, "token-sentiment: contract_address: an address on this chain is 0x and 40 hex digits\n"]);
});

test("--watch asks again, each time for a new analysis", async () => {
  await using service = await ending(completed());
  const { code, out } = await command(service, "analyze", "PEPE", "--watch", "--every", "1", "--times", "2", "--json");
  expect([code, out.trim().split("\n").length]).toEqual([0, 2]);
  const ids = service.of("POST", "/api/agent").map(({ body }) => body.request_id);
  expect(new Set(ids).size).toBe(2);
});

test("Ctrl-C between two analyses ends --watch with exit code 130", async () => {
  await using service = await ending(completed());
  const env = { PATH: process.env["PATH"], TOKEN_SENTIMENT_URL: service.url };
  const watch = spawn(process.execPath, [packed.command, "analyze", "PEPE", "--watch", "--json"], { env });
  const ended = once(watch, "exit");
  await once(watch.stdout, "data");
  watch.kill("SIGINT");
  expect(await ended).toEqual([130, null]);
  expect(service.of("POST", "/api/agent")).toHaveLength(1);
});
