import { randomUUID } from "node:crypto";
import { readJournal, readProgress, writeFact } from "@token-sentiment/bus";
import { Evidence, subjects } from "@token-sentiment/contract";
import { serveEngine } from "@token-sentiment/engine";
import { sybil } from "@token-sentiment/engine-sybil";
import { createLog, createMetrics } from "@token-sentiment/runtime";
import { socialProviders, startWeb } from "@token-sentiment/sandbox";
import { startBroker } from "@token-sentiment/testing";
import { expect, test } from "vitest";
import { startCollector } from "../src/index.ts";

const HOUR = 3_600_000;
const within = { timeout: 20_000, interval: 20 };

test("the sybil engine finds on the broker what the collector heard, judges it, and tells a token's talk against its hours", async () => {
  await using broker = await startBroker();
  const token = { coin_symbol: "RUMR", talk: "fud_campaign", contract_address: "0x1", chain_id: "1", note: "" } as const;
  await using web = await startWeb(socialProviders([token], () => Date.now()));
  const log = createLog("silent", { service: "test", version: "test", instance: "one" });
  const hosts = [web.urlOf("bluesky")];
  const bus = await broker.open("collector");
  await using _collector = await startCollector({ bus, log, metrics: createMetrics(), hosts, backfillMs: 24 * HOUR, progressMs: 0 });

  const engineBus = await broker.open("engine-sybil");
  const config = sybil.config.parse({ ENGINE_BLUESKY_JETSTREAM_URL: hosts[0] });
  const room = { bus: engineBus, log, metrics: createMetrics(), version: "test", instance: "one", config };
  await using _engine = await serveEngine(sybil, room);
  const readTo = async () => (await readProgress(engineBus, "bluesky"))?.value as { until_us: number } | undefined;
  await expect.poll(async () => ((await readTo())?.until_us ?? 0) / 1000, within).toBeGreaterThan(Date.now() - 60_000);

  const [gateway, platform] = [await broker.open("resolver"), await broker.open("aggregator")];
  const job_id = randomUUID();
  const value = { job_id, chain_id: "1", coin_symbol: "RUMR", ambiguous: false, candidates: [], source: "none" } as const;
  await writeFact(gateway, { kind: "token", subject: subjects.token("1", job_id), value });
  const answers = async () => (await readJournal(platform, job_id)).filter(({ subject }) => subject === subjects.evidence("sybil", job_id));
  await expect.poll(answers, within).toHaveLength(1);
  const evidence = Evidence.parse((await answers())[0]?.value);
  const find = (code: string) => evidence.signals.find((signal) => signal.code === code);
  expect(evidence.outcome).toBe("observed");
  expect(find("posts_read")?.text).toMatch(/ in 24 h on bluesky$/);
  expect(Number(find("posts_read")?.values["posts"])).toBeGreaterThan(20);
  expect(find("source_unavailable")).toBeUndefined();
  expect(find("copied_text")).toBeDefined();
  expect(find("talk_volume")?.text).toBe("its usual volume is not known yet: 0 of 7 days were counted");
});
