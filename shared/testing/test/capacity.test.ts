import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBus, writeFact } from "@token-sentiment/bus";
import { type EngineName, engineRole, enginesFor, type Evidence, subjects } from "@token-sentiment/contract";
import { startConstellation } from "@token-sentiment/local";
import { expect, test } from "vitest";
import { client } from "@token-sentiment/testing";

const CAPACITY = 3;
/** Far below what would free a slot without a ring: the aggregator's own look every 5 s, the broker's `ack_wait` of 15 s. */
const SOON_MS = 2500;

/** Writes what an engine that found nothing says of a job, under that engine's own account. */
async function answer(jobId: string, engine: EngineName, { dataDir, brokerUrl }: { dataDir: string; brokerUrl: string }): Promise<void> {
  const seed = await readFile(join(dataDir, "nats", "keys", `${engineRole(engine)}.nkey`), "utf8");
  await using bus = await openBus({ servers: brokerUrl, role: engineRole(engine), seed, patienceMs: 10_000 });
  const about = { engine_version: "1.0.0", outcome: "observed", measures: {}, cached: false } as const;
  const value: Evidence = { job_id: jobId, engine, ...about, signals: [], observed_at: Date.now(), elapsed_ms: 1 };
  await writeFact(bus, { kind: "evidence", subject: subjects.evidence(engine, jobId), value });
}

test.each([1, 3])("with %i aggregators a slot is free the moment its job is final", { timeout: 90_000 }, async (aggregators) => {
  const dataDir = await mkdtemp(join(tmpdir(), "tsa-capacity-"));
  try {
    await using all = await startConstellation({
      dataDir,
      services: ["gateway", "aggregator"],
      replicas: { aggregator: aggregators },
      env: { GATEWAY_CAPACITY: String(CAPACITY) },
    });
    const agent = client(() => all.url, all.key);
    const post = async () => {
      const body = { coin_symbol: "SLOT", contract_address: `0x${randomBytes(20).toString("hex")}`, request_id: randomUUID() };
      return await agent.call("/api/agent", { method: "POST", body: JSON.stringify(body) });
    };
    const open: string[] = [];
    const admit = async () => {
      const { code, body } = await post();
      if (code === 202) open.push(String(body["job_id"]));
      return code;
    };
    for (let slot = 0; slot < CAPACITY; slot++) expect(await admit()).toBe(202);
    for (let round = 0; round < 4; round++) {
      expect(await admit()).toBe(429);
      const job = open.shift()!;
      // One engine after the other, so that several aggregators share a job's evidence.
      for (const engine of enginesFor("1")) await answer(job, engine, all);
      expect((await agent.call(`/api/agent/${job}?wait=20`, { signal: AbortSignal.timeout(25_000) })).body["status"]).toBe("completed");
      await expect.poll(admit, { timeout: SOON_MS, interval: 10 }).toBe(202);
    }
    expect(await admit()).toBe(429);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
