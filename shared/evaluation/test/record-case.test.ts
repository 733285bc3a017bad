import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { type Request, subjects } from "@token-sentiment/contract";
import { readJournal, writeFact } from "@token-sentiment/bus";
import { startBroker, type TestBroker } from "@token-sentiment/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { caseOf, signalOf } from "../src/aggregator/case-for-tests.ts";
import { RecordedCase } from "../src/aggregator/recorded-case.ts";

let broker: TestBroker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker[Symbol.asyncDispose]());

const program = new URL("../src/record-case.ts", import.meta.url).pathname;
const record = async (...args: string[]): Promise<{ stdout: string; stderr: string; code: number }> => {
  const env = { ...process.env, NATS_URL: broker.url, NATS_NKEY_SEED_FILE: broker.seedFile("aggregator") };
  try {
    return { ...(await promisify(execFile)(process.execPath, [program, ...args], { env })), code: 0 };
  } catch (error) {
    return error as { stdout: string; stderr: string; code: number };
  }
};

/** A job as the gateway and the on-chain engine write it. */
async function job(more: Partial<Request> = {}): Promise<Request> {
  const request: Request = {
    job_id: randomUUID(),
    request_id: "the client's own",
    caller: "who asked",
    coin_symbol: "PEPE",
    contract_address: "0x6982508145454ce325ddbe47a25d4ec3d2311933",
    chain_id: "1",
    expects: ["security", "onchain"],
    budget_ms: 60_000,
    ...more,
  };
  const { job_id } = request;
  const gateway = await broker.open("gateway");
  await writeFact(gateway, {
    kind: "request",
    subject: subjects.request("1", job_id),
    value: request,
    oncePer: subjects.requestOf(job_id),
  });
  return request;
}

test("a job of the broker becomes a case without an outcome, and is one once somebody has written down what followed", async () => {
  const { job_id } = await job();
  const [evidence] = caseOf(1, [signalOf("lp_removed")]).evidence;
  const engine = await broker.open("engine-onchain");
  await writeFact(engine, { kind: "evidence", subject: subjects.evidence("onchain", job_id), value: { ...evidence, job_id } });
  const { stdout, stderr, code } = await record(job_id, "--dataset", "desk", "--licence", "CC0-1.0");
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).not.toMatch(/who asked|the client's own/);
  const open: Record<string, unknown> = JSON.parse(stdout);
  expect(open).not.toHaveProperty("outcome");
  const facts = await readJournal(await broker.open("aggregator"), job_id);
  const closed = { ...open, outcome: "real_crash", outcome_known_at: 4e12, outcome_by: "the test" };
  expect(RecordedCase.parse(closed)).toMatchObject({
    dataset: "desk",
    licence: "CC0-1.0",
    detected_at: Math.max(...facts.map(({ at }) => at)),
    expects: ["security", "onchain"],
    evidence: [{ engine: "onchain", signals: [{ code: "lp_removed" }] }],
  });
});

test("of a job that nobody observed there is no case", async () => {
  const { job_id } = await job();
  expect(await record(job_id)).toMatchObject({ code: 1, stdout: "", stderr: "no engine has observed anything for this job\n" });
});
