import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json, text } from "node:stream/consumers";
import { appendAttempt, consume, DropError, type Bus, queueWebhook, readWebhook, writeFact } from "@token-sentiment/bus";
import { durables, streams, subjects, webhookSubjects } from "@token-sentiment/contract";
import { startBroker, type TestBroker } from "@token-sentiment/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

const MAIN = new URL("../src/ops.ts", import.meta.url).pathname;
const OAK = "0x6982508145454ce325ddbe47a25d4ec3d2311933";
let broker: TestBroker;
let gateway: Bus;
const stack = new AsyncDisposableStack();
beforeAll(async () => {
  broker = stack.use(await startBroker());
  gateway = await broker.open("gateway");
});
afterAll(() => stack.disposeAsync());

/** `npm run ops -- ...` as a process of its own. */
async function ops(args: string[], env: Record<string, string> = {}) {
  const own = { PATH: process.env["PATH"], NATS_URL: broker.url, NATS_NKEY_SEED_FILE: broker.seedFile("operator"), ...env };
  const child = spawn(process.execPath, [MAIN, ...args], { env: own });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: Number(code), out, err };
}

async function submit(value: object): Promise<string> {
  const job = randomUUID();
  await writeFact(gateway, { kind: "request", subject: subjects.request("1", job), value: { job_id: job, ...value } });
  return job;
}

/** Works the security engine's requests and gives every one of them up. */
async function giveUp(reason: string, count: number): Promise<void> {
  const given: string[] = [];
  await using _worker = await consume(
    await broker.open("engine-security"),
    { stream: streams.analysis, durable: durables.engine("security"), concurrency: 4, beatMs: 3000, graceMs: 100 },
    async ({ fact }) => {
      given.push(fact.subject);
      throw new DropError(reason);
    },
  );
  await expect.poll(() => given.length, { timeout: 10_000 }).toBe(count);
}

test("a message that its worker gave up is listed with its reason, shown with its job, and asked again through the gateway, once", async () => {
  expect((await ops(["list"])).out).toBe("nothing was given up in the last 7 days\n");
  const job = await submit({ coin_symbol: "OAK", contract_address: OAK, chain_id: "1" });
  await giveUp("cannot read \u001b[2J this request", 1);

  await expect.poll(async () => (await ops(["list"])).out.trimEnd().split("\n"), { timeout: 10_000 }).toHaveLength(2);
  const [, line = ""] = (await ops(["list"])).out.trimEnd().split("\n");
  expect(line.split("\t").slice(1)).toEqual(["engine-security", `${streams.analysis}:1`, "1", job, "cannot read  [2J this request"]);

  const shown = await ops(["show", job]);
  expect(shown.code).toBe(0);
  expect(shown.out).toMatch(new RegExp(`^job ${job}: pending`));
  expect(shown.out).toContain(`request evm (tsa.request.v1): coin_symbol OAK, contract_address ${OAK}, chain_id 1`);
  expect(shown.out).toContain("given up by engine-security: cannot read  [2J this request");

  // A gateway's door: what is sent to it is what a client would send.
  const asked: { headers: Record<string, unknown>; body: unknown }[] = [];
  const door = createServer(async (request, answer) => {
    asked.push({ headers: request.headers, body: await json(request) });
    const replayed = asked.length > 1 ? { "idempotent-replayed": "true" } : {};
    answer.writeHead(202, { "content-type": "application/json", ...replayed }).end(JSON.stringify({ job_id: "the-new-job" }));
  }).listen(0, "127.0.0.1");
  await once(door, "listening");
  stack.defer(() => void door.close());
  const dir = await mkdtemp(join(tmpdir(), "tsa-ops-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  await writeFile(join(dir, "key"), "tsa_live_secret\n");
  const env = {
    TOKEN_SENTIMENT_URL: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    TOKEN_SENTIMENT_KEY_FILE: join(dir, "key"),
  };
  expect(await ops(["replay", job], env)).toEqual({ code: 0, out: "the-new-job\n", err: "" });
  expect((await ops(["replay", job], env)).out).toBe("the-new-job (replayed before)\n");
  expect(asked[0]?.headers["authorization"]).toBe("Bearer tsa_live_secret");
  expect(asked.map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => ({ coin_symbol: "OAK", contract_address: OAK, chain_id: "1", request_id: `replay-${job}` })),
  );
});

test("a message that came too often without an answer is listed too", async () => {
  const provisioner = await broker.open("provisioner");
  await provisioner.jsm.consumers.update(streams.analysis, durables.engine("market"), { max_deliver: 2, ack_wait: 300_000_000 });
  const job = await submit({ coin_symbol: "OAK", contract_address: OAK, chain_id: "1" });
  const engine = await broker.open("engine-market");
  const options = { stream: streams.analysis, durable: durables.engine("market"), concurrency: 8, beatMs: 60_000, graceMs: 10 };
  await using _worker = await consume(engine, options, () => Promise.reject(new Error("a bug")));
  await expect
    .poll(async () => (await ops(["list"])).out.split("\n").find((line) => line.includes(job)), { timeout: 20_000 })
    .toMatch(/engine-market\tANALYSIS:\d+\t2\t.*\tno worker ever answered$/);
});

test("ends of jobs that were not taken are listed, and one is told again when the operator says so", async () => {
  expect((await ops(["webhooks"])).out).toContain("whatever was tried in the last 3 days was taken\n");
  const notifier = await broker.open("notifier");
  const [taken, retried, over] = [randomUUID(), randomUUID(), randomUUID()];
  const tried = { order: 1, attempt: 1, at: 1_800_000_000_000, elapsed_ms: 7 } as const;
  for (const job_id of [taken, retried, over]) {
    const id = `msg_${job_id}`;
    const about = { id, job_id, type: "analysis.failed", settled_at: 1, caller: "key:acme", target: "sealed", data: {} } as const;
    await queueWebhook(gateway, about);
  }
  await appendAttempt(notifier, { ...tried, id: `msg_${taken}`, job_id: taken, outcome: "delivered", status: 200 });
  await appendAttempt(notifier, { ...tried, id: `msg_${retried}`, job_id: retried, outcome: "timeout", next_at: 1_800_000_005_000 });
  await appendAttempt(notifier, { ...tried, id: `msg_${over}`, job_id: over, outcome: "status", status: 500 });
  const { out } = await ops(["webhooks"]);
  expect(out).not.toContain(taken);
  expect(out).toContain(`2027-01-15T08:00:00.000Z\t${retried}\t1\ttimeout\t-\tnext 2027-01-15T08:00:05.000Z\n`);
  expect(out).toContain(`2027-01-15T08:00:00.000Z\t${over}\t1\tstatus\t500\tgiven up\n`);
  expect(out).toMatch(/not delivered to the notifier yet: 3;/);

  expect(await ops(["redeliver", over])).toEqual({ code: 0, out: `msg_${over} is told again\n`, err: "" });
  const { state } = await (
    await broker.open("operator")
  ).jsm.streams.info(streams.webhooks, { subjects_filter: webhookSubjects.again(over) });
  expect(state.subjects).toHaveProperty([webhookSubjects.again(over)], 1);
  expect(await readWebhook(notifier, over)).toMatchObject({ job_id: over });
  expect((await ops(["redeliver", randomUUID()])).err).toMatch(/^nobody asked to be told of /);
});

test("the status tells every stream and consumer, and what was given up", async () => {
  const { code, out } = await ops(["status"]);
  expect(code).toBe(0);
  expect(out).toMatch(/^ANALYSIS\t\d+\t\d+\t0 %$/m);
  expect(out).toMatch(/^engine-security\t\d+\t\d+\t\d+\t\d+$/m);
  expect(out).toMatch(/given up in the last 7 days: [1-9]/);
});

test("a request that names no token cannot be asked again, and says so", async () => {
  const job = await submit({ nothing: true });
  const { code, err } = await ops(["replay", job], { TOKEN_SENTIMENT_KEY_FILE: broker.seedFile("operator") });
  expect([code, err]).toEqual([1, `the request of ${job} names no token: nothing of it can be asked again\n`]);
});

test.each([
  [["show", "nobody"], /needs the id of a job/],
  [["show", "5c8f1a9e-3a5d-8b1c-9d2e-0f4a6b7c8d9e"], /holds nothing of/],
  [["replay", "5c8f1a9e-3a5d-8b1c-9d2e-0f4a6b7c8d9e"], /TOKEN_SENTIMENT_KEY_FILE/],
  [["purge"], /no such command/],
])("%j is one sentence and exit code 1", async (args, sentence) => {
  const { code, out, err } = await ops(args);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(sentence);
  expect(err.trimEnd().split("\n")).toHaveLength(1);
});
