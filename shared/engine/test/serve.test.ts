import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openMarket } from "./market.ts";

const main = fileURLToPath(new URL("sample-engine.ts", import.meta.url));

type Line = Record<string, unknown>;

/** The sample engine as a process. */
function start(env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: Line[] = [];
  const ready = Promise.withResolvers<Line>();
  createInterface({ input: child.stdout! }).on("line", (text) => {
    const line: Line = JSON.parse(text);
    lines.push(line);
    if (line["msg"] === "ready") ready.resolve(line);
  });
  const ended = once(child, "close");
  return {
    lines,
    ended,
    ready: ready.promise,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

const environment = ({ broker }: Awaited<ReturnType<typeof openMarket>>) => ({
  NATS_URL: broker.url,
  NATS_NKEY_SEED_FILE: broker.seedFile("engine-security"),
  ENGINE_SAMPLE_CODE: "from_env",
});

test("an engine of one file is a whole service: configured, ready, answering, and gone on SIGTERM", async () => {
  await using market = await openMarket();
  await using engine = start(environment(market));
  const { probe_port } = await engine.ready;
  expect((await fetch(`http://127.0.0.1:${String(probe_port)}/readyz`)).status).toBe(200);
  const trace_id = "0af7651916cd43dd8448eb211c80319c";
  const traceparent = `00-${trace_id}-b7ad6b7169203331-01`;
  const job = await market.tracing.serve("POST /api/agent", { traceparent }, () => market.request());
  expect(await market.answer(job)).toMatchObject({ signals: [{ code: "from_env" }] });
  const answered = () => engine.lines.find(({ msg }) => msg === "answered");
  await expect.poll(answered).toMatchObject({ job_id: job, trace_id, service: "engine-security", outcome: "observed" });
  engine.kill("SIGTERM");
  expect(await engine.ended).toEqual([0, null]);
});

test("it is not ready while the broker is gone, and ready when it is back", async () => {
  await using market = await openMarket();
  await using engine = start(environment(market));
  const { probe_port } = await engine.ready;
  const readiness = async () => {
    const response = await fetch(`http://127.0.0.1:${String(probe_port)}/readyz`);
    return { status: response.status, body: await response.text() };
  };
  await market.broker.kill();
  await expect
    .poll(readiness, { timeout: 10_000 })
    .toMatchObject({ status: 503, body: expect.stringContaining('"broker":"not connected to the broker"') });
  await market.broker.restart();
  await expect.poll(readiness, { timeout: 10_000 }).toMatchObject({ status: 200 });
});

test(
  "an input that kills the process each time is answered after its third try, and those that died with it are answered in full",
  { timeout: 90_000 },
  async () => {
    await using market = await openMarket();
    const job = await market.request({ coin_symbol: "KILL" });
    const others: string[] = [];
    for (let lives = 0; lives < 3; lives += 1) {
      others.push(await market.request());
      await using engine = start(environment(market));
      expect(await engine.ended).toEqual([null, "SIGKILL"]);
    }
    await using engine = start(environment(market));
    await engine.ready;
    await expect.poll(() => market.answers(job), { timeout: 40_000 }).toHaveLength(1);
    expect(await market.answer(job)).toMatchObject({ outcome: "unavailable", reason: "gave no answer in three deliveries" });
    for (const other of others) expect(await market.answer(other)).toMatchObject({ outcome: "observed" });
  },
);
