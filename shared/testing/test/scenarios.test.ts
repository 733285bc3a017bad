import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ChainId,
  type EngineName,
  engineNames,
  engineRole,
  enginesFor,
  type Example,
  JobRow,
  type Payload,
} from "@token-sentiment/contract";
import { type Constellation, type ConstellationOptions, startConstellation } from "@token-sentiment/local";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client } from "@token-sentiment/testing";
import { z } from "zod";
import { unrecorded } from "./numbers-told.ts";

let all: Constellation;
let dataDir: string;
let agent: ReturnType<typeof client>;
let examples: Example[];
/** The probe port of each service. */
const probes = new Map<string, number>();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tsa-scenarios-"));
  const onLog: ConstellationOptions["onLog"] = (service, line) => {
    if (typeof line["probe_port"] === "number") probes.set(service, line["probe_port"]);
  };
  all = await startConstellation({ dataDir, onLog });
  agent = client(() => all.url, all.key);
  examples = await agent.examples();
}, 120_000);
afterAll(async () => {
  await all?.[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

/** The payload of a completed analysis; a failed one fails the test with its reason. */
async function payloadOf(body: object): Promise<Payload> {
  const { body: row } = await agent.untilFinal(await agent.submit(body));
  const parsed = JobRow.parse(row);
  if (parsed.status !== "completed") throw new Error(`the job did not complete: ${JSON.stringify(parsed)}`);
  return parsed.payload;
}
const bodyOf = ({ coin_symbol, contract_address, chain_id }: Example) => ({ coin_symbol, contract_address, chain_id });

test("every example gets a verdict from all its engines, and each scenario dominates at least once", { timeout: 120_000 }, async () => {
  const rows = await Promise.all(examples.map(async (example) => ({ example, payload: await payloadOf(bodyOf(example)) })));
  for (const { example, payload } of rows) {
    const { real_crash, false_fud, whale_manipulation } = payload.branch_probabilities;
    process.stdout.write(
      `  ${example.coin_symbol.padEnd(8)} ${example.chain_id.padEnd(7)} ${payload.status.padEnd(9)} ${payload.executable_verdict.padEnd(18)} ` +
        `confidence ${payload.confidence} crash ${real_crash} fud ${false_fud} whale ${whale_manipulation} drama ${payload.drama_index}\n`,
    );
    if (process.env["SHOW_EVIDENCE"]) process.stdout.write(payload.evidence_chain.map((line) => `      ${line}\n`).join(""));
  }
  // Which engine gave nothing, and why it says so: on a busy machine that tells a slow one from a broken one.
  const degraded = rows.filter(({ payload }) => payload.status !== "ok");
  expect(
    degraded.map(({ example, payload }) => [
      example.coin_symbol,
      payload.evidence_chain.filter((line) => line.includes("engine unavailable")),
    ]),
  ).toEqual([]);
  expect(new Set(rows.map(({ payload }) => payload.dominant_branch))).toEqual(new Set(["real_crash", "false_fud", "whale_manipulation"]));
  expect(new Set(examples.map(({ chain_id }) => chain_id))).toEqual(new Set(["1", "56", "8453", "solana"]));
});

/** As much of a report as is looked at here. */
const Report = z.looseObject({
  chain_id: z.string(),
  settled_at: z.number(),
  reproduced: z.boolean(),
  remarks: z.array(z.string()),
  engines: z.array(z.looseObject({ engine: z.string(), outcome: z.string(), label: z.string(), reason: z.string().optional() })),
  lines: z.array(
    z.looseObject({
      code: z.string(),
      label: z.string(),
      text: z.string(),
      source: z.string(),
      observed_at: z.number(),
      values: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])),
    }),
  ),
});
const WEEK_MS = 7 * 24 * 3_600_000;

test("every line of every example has a source, a time and only numbers that were recorded with it", { timeout: 120_000 }, async () => {
  const unexplained: object[] = [];
  const looked = await Promise.all(
    examples.map(async (example) => {
      const job = await agent.submit(bodyOf(example));
      const { payload } = JobRow.options[1].parse((await agent.untilFinal(job)).body);
      const report = Report.parse((await agent.call(`/api/agent/${job.job_id}/report`)).body);
      expect(report.reproduced).toBe(true);
      const silent = report.engines
        .filter(({ outcome }) => outcome !== "observed")
        .map(
          ({ engine, label, outcome, reason }) =>
            `[${label}] ${engine} engine ${outcome === "not_applicable" ? "not applicable" : "unavailable"}: ${reason}`,
        );
      const told = report.lines.map(({ label, text }) => `[${label}] ${text}`);
      expect(payload.evidence_chain.toSorted()).toEqual([...told, ...silent, ...report.remarks].toSorted());
      for (const { code, text, source, observed_at, values } of report.lines) {
        expect([code, source]).toEqual([code, expect.stringMatching(/^\w{2}/)]);
        expect(observed_at).toBeGreaterThan(report.settled_at - WEEK_MS);
        expect(observed_at).toBeLessThanOrEqual(report.settled_at + 1000);
        const strange = unrecorded(text, { chain: report.chain_id, ...values });
        if (strange.length > 0) unexplained.push({ code, text, strange });
      }
      return report.lines.length;
    }),
  );
  if (unexplained.length > 0) process.stdout.write(`  not explained: ${JSON.stringify(unexplained)}\n`);
  const lines = looked.reduce((sum, one) => sum + one, 0);
  expect(lines).toBeGreaterThan(100);
  // What people say differs from hour to hour: one sentence in a hundred may be made of its numbers in a way that is not looked for.
  expect(unexplained.slice(Math.floor(lines / 100))).toEqual([]);
});

test("a calm token is HOLD, and says that no event was found", { timeout: 60_000 }, async () => {
  const oak = examples.find(({ coin_symbol }) => coin_symbol === "OAK")!;
  const payload = await payloadOf(bodyOf(oak));
  expect(payload.executable_verdict).toBe("HOLD");
  expect(payload.evidence_chain.join("\n")).toMatch(/\[MARKET\] no event found/);
});

test("WIF on chain 1 says that its market is elsewhere", { timeout: 60_000 }, async () => {
  const payload = await payloadOf({ coin_symbol: "WIF", chain_id: "1" });
  expect(payload.evidence_chain.join("\n")).toMatch(/WIF .* largest market is on solana/);
});

test("a token that nobody knows gets no verdict", { timeout: 60_000 }, async () => {
  const payload = await payloadOf({ coin_symbol: "QQZX", chain_id: "1" });
  expect(payload.executable_verdict).toBe("INSUFFICIENT_DATA");
  expect(payload.confidence).toBeLessThan(0.35);
  expect(payload.evidence_chain.join("\n")).toMatch(/no contract of QQZX was found/);
});

test("docs/metrics.md is what running services tell: every metric, its type, its help and who tells it", async () => {
  const page = readFileSync(new URL("../../../docs/metrics.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `(tsa_\w+)` \| (\w+) \| [^|]* \| ([^|]+) \| (.+) \|$/gm)].map(
    ([, name = "", type, who = "", help]) => ({ name, type, who, help }),
  );
  const tells = (service: string, who: string) =>
    (who === "all" && service !== "sandbox") ||
    who.split(", ").some((one) => (one === "engines" ? service.startsWith("engine-") : one === service));
  const told = new Set<string>();
  const texts: string[] = [];
  for (const [service, port] of probes) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    texts.push(text);
    for (const [, name = "", help, type] of text.matchAll(/^# HELP (tsa_\w+) (.*)\n# TYPE \1 (\w+)$/gm)) {
      told.add(name);
      const row = rows.find((one) => one.name === name);
      expect({ service, name, type, help, who: tells(service, row?.who ?? "") }).toEqual({
        service,
        name,
        type: row?.type,
        help: row?.help,
        who: true,
      });
    }
  }
  expect([...told].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  // An alert on the first event of its kind needs the series before the event.
  for (const series of [
    'tsa_bus_events_total{event="forged"}',
    'tsa_bus_events_total{event="dropped"}',
    'tsa_aggregator_jobs_finished_total{outcome="failed"}',
    'tsa_gateway_http_request_seconds_count{route="/api/agent",method="POST",status="503"}',
  ])
    expect(
      texts.filter((text) => text.includes(`\n${series} `)),
      series,
    ).not.toEqual([]);
});

/** Stopped together, for each such wait costs 15 s: two engines that no example needs both, two that a job can spare together, one alone. */
const ABSENT: EngineName[][] = [["security", "solana"], ["onchain", "market"], ["sybil"]];

test("an engine that is stopped makes its jobs degraded, and a line says so", { timeout: 240_000 }, async () => {
  expect(ABSENT.flat().toSorted()).toEqual(engineNames.toSorted());
  for (const absent of ABSENT) {
    await Promise.all(absent.map((engine) => all.stop(engineRole(engine))));
    const payloads = await Promise.all(
      absent.map((engine, n) => {
        const example = examples.find(({ chain_id }) => enginesFor(chain_id as ChainId).includes(engine))!;
        // A symbol of its own: nothing comes from a cache.
        return payloadOf({ ...bodyOf(example), coin_symbol: `${example.coin_symbol}x${n}` });
      }),
    );
    for (const [n, engine] of absent.entries()) {
      expect(payloads[n]!.status).toBe("degraded");
      expect(payloads[n]!.evidence_chain.join("\n")).toMatch(new RegExp(`${engine} engine unavailable: it gave no answer in time`));
    }
    await Promise.all(absent.map((engine) => all.start(engineRole(engine))));
  }
});
