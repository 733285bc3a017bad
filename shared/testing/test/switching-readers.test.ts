import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBus, writeFact } from "@token-sentiment/bus";
import { type EngineName, engineRole, enginesFor, type Evidence, subjects } from "@token-sentiment/contract";
import { startConstellation } from "@token-sentiment/local";
import { expect, test } from "vitest";
import { client } from "@token-sentiment/testing";
import { chance, violations } from "@token-sentiment/testing";
import { nothingTold, readToTheEnd } from "./readers.ts";

const SEED = 20_261_121;
const JOBS = 32;
const READERS = 3;
const PEPE = "0x6982508145454ce325ddbe47a25d4ec3d2311933";

/** Writes what every engine says of a job, each under its own account. */
async function openEngines(stack: AsyncDisposableStack, { brokerUrl, dataDir }: { brokerUrl: string; dataDir: string }) {
  const engines = await Promise.all(
    enginesFor("1").map(async (engine) => {
      const seed = await readFile(join(dataDir, "nats", "keys", `${engineRole(engine)}.nkey`), "utf8");
      return { engine, bus: stack.use(await openBus({ servers: brokerUrl, role: engineRole(engine), seed, patienceMs: 10_000 })) };
    }),
  );
  return async (job_id: string, observed: boolean) => {
    const evidenceOf = (engine: EngineName): Evidence => ({
      job_id,
      engine,
      engine_version: "1.0.0",
      outcome: observed ? "observed" : "unavailable",
      ...(observed ? {} : { reason: "the node is down" }),
      signals: [],
      measures: {},
      cached: false,
      observed_at: 1_800_000_000_000,
      elapsed_ms: 40,
    });
    for (const { engine, bus } of engines)
      await writeFact(bus, { kind: "evidence", subject: subjects.evidence(engine, job_id), value: evidenceOf(engine) });
  };
}

test(
  "a reader that switches between two gateways never sees a state go backward, nor two ends, also when one is killed",
  { timeout: 120_000 },
  async () => {
    await using stack = new AsyncDisposableStack();
    const dataDir = await mkdtemp(join(tmpdir(), "tsa-switch-"));
    stack.defer(() => rm(dataDir, { recursive: true, force: true }));
    const ports = new Map<string, number>();
    const all = stack.use(
      await startConstellation({
        dataDir,
        services: ["aggregator", "gateway"],
        replicas: { gateway: 2, aggregator: 3 },
        env: { GATEWAY_REPLICAS: "2" },
        onLog: (service, { msg, ...line }) =>
          void (msg === "ready" && typeof line["port"] === "number" && ports.set(service, line["port"])),
      }),
    );
    const gateways = ["gateway", "gateway-2"].map((name) => `http://127.0.0.1:${ports.get(name)}`);
    const say = await openEngines(stack, all);
    const random = chance(SEED);
    const told = nothingTold();
    const reading: Promise<{ jobId: string; seen: Awaited<ReturnType<typeof readToTheEnd>> }>[] = [];

    /** Accepts a job at one gateway; from its 202 on it is read at both. */
    const start = async (n: number): Promise<string> => {
      const { job_id: jobId } = await client(() => gateways[n % 2]!, all.key).submit({ coin_symbol: `T${n}`, contract_address: PEPE });
      told.latest.set(jobId, { status: "pending", body: undefined });
      for (let reader = 0; reader < READERS; reader++) {
        const own = chance(random() * 2 ** 32);
        reading.push(readToTheEnd(jobId, gateways, { random: own, told }).then((seen) => ({ jobId, seen })));
      }
      return jobId;
    };
    const finish = async (jobs: readonly string[]): Promise<void> => {
      for (const jobId of jobs) await say(jobId, random() < 0.7);
    };
    const untilRunning = (jobs: readonly string[]) =>
      expect.poll(() => jobs.filter((jobId) => told.latest.get(jobId)?.status !== "running"), { timeout: 20_000 }).toEqual([]);

    // Some end as soon as they are accepted, the others once everybody could have seen them run.
    const slow: string[] = [];
    for (let n = 0; n < JOBS; n++) {
      const jobId = await start(n);
      if (n % 4 === 0) await finish([jobId]);
      else slow.push(jobId);
    }
    await untilRunning(slow);
    const third = slow.length / 3;
    await finish(slow.slice(0, third));
    all.kill("gateway-2", "SIGKILL");
    await finish(slow.slice(third, 2 * third));
    await all.ready("gateway-2");
    await finish(slow.slice(2 * third));

    const histories = await Promise.all(reading);
    const statuses = new Set(histories.flatMap(({ seen }) => seen.map(({ status }) => status)));
    process.stdout.write(`  ${histories.length} readers of ${JOBS} jobs asked ${JSON.stringify(told.asked)}\n`);
    expect(all.restarts("gateway-2")).toBe(1);
    expect(histories.flatMap(({ jobId, seen }) => violations(jobId, seen))).toEqual([]);
    expect(told.repeated).toEqual([]);
    expect(statuses).toEqual(new Set(["pending", "running", "completed", "failed"]));
    expect(Object.values(told.asked).every((times) => times > 0)).toBe(true);
    for (const jobId of told.latest.keys()) {
      const ends = histories.filter((one) => one.jobId === jobId).map(({ seen }) => seen.at(-1)?.body);
      expect([ends.length, new Set(ends).size]).toEqual([READERS, 1]);
    }
  },
);
