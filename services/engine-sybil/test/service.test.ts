import { randomUUID } from "node:crypto";
import { readJournal, writeFact } from "@token-sentiment/bus";
import { Evidence, subjects } from "@token-sentiment/contract";
import { serveEngine } from "@token-sentiment/engine";
import { sybil } from "@token-sentiment/engine-sybil";
import { createLog, createMetrics } from "@token-sentiment/runtime";
import { socialProviders, startWeb } from "@token-sentiment/sandbox";
import { startBroker } from "@token-sentiment/testing";
import { expect, test } from "vitest";
import { world } from "./analyze.ts";

test("the service judges the resolver's token on the broker, with one platform down, and opens that platform's circuit only", async () => {
  await using broker = await startBroker();
  const providers = socialProviders(world, () => Date.now()).map((provider) =>
    provider.name === "mastodon" ? { ...provider, answer: () => ({ status: 500, json: {} }) } : provider,
  );
  await using web = await startWeb(providers);
  const config = sybil.config.parse({
    ENGINE_STOCKTWITS_URL: web.urlOf("stocktwits"),
    ENGINE_FARCASTER_URL: web.urlOf("farcaster"),
    ENGINE_MASTODON_URL: web.urlOf("mastodon"),
  });
  const log = createLog("silent", { service: "engine-sybil", version: "test", instance: "one" });
  const metrics = createMetrics();
  const bus = await broker.open("engine-sybil");
  await using _ = await serveEngine(sybil, { bus, log, metrics, version: "test", instance: "one", config });

  const resolver = await broker.open("resolver");
  const platform = await broker.open("aggregator");
  const ask = async (coin_symbol: string): Promise<Evidence> => {
    const job_id = randomUUID();
    const value = { job_id, chain_id: "1", coin_symbol, ambiguous: false, candidates: [], source: "none" } as const;
    await writeFact(resolver, { kind: "token", subject: subjects.token("1", job_id), value });
    const answers = async () =>
      (await readJournal(platform, job_id)).filter(({ subject }) => subject === subjects.evidence("sybil", job_id));
    await expect.poll(answers, { timeout: 20_000, interval: 20 }).toHaveLength(1);
    return Evidence.parse((await answers())[0]?.value);
  };

  const rumour = await ask("RUMR");
  expect(rumour).toMatchObject({ outcome: "observed", cached: false });
  expect(rumour.signals.map(({ code }) => code)).toEqual(expect.arrayContaining(["coordinated_fear", "source_unavailable"]));
  expect(rumour.measures.duplicate_text_cluster_size).toBeGreaterThan(10);
  for (let more = 0; more < 5; more += 1) await ask(`NOBODY${more}`);
  const circuits = await metrics.text();
  expect(circuits).toContain('tsa_engine_upstream_circuit_state{upstream="mastodon"} 2');
  expect(circuits).toContain('tsa_engine_upstream_circuit_state{upstream="farcaster"} 0');
  expect(circuits).toMatch(/tsa_sybil_posts_total\{platform="farcaster"\} [1-9]/);
  expect(circuits).toMatch(/tsa_sybil_source_errors_total\{platform="mastodon",code="5xx"\} [1-9]/);
  expect(circuits).toMatch(/tsa_sybil_stage_seconds_count\{stage="copies"\} [1-9]/);
  expect(circuits).toContain("tsa_sybil_coordinated_share_count 1");
});
