import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import type { RecordedCase } from "../src/aggregator/recorded-case.ts";
import type { Replay } from "../src/aggregator/replay.ts";
import { incidentReplay } from "../src/aggregator/replay-incidents.ts";
import { poolReplay } from "../src/aggregator/replay-pools.ts";
import { pumpReplay } from "../src/aggregator/replay-pumps.ts";
import { windowReplay } from "../src/aggregator/replay-windows.ts";

const root = mkdtempSync(join(tmpdir(), "replays-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const HOUR_MS = 3_600_000;
const csv = (rows: readonly (readonly (string | number)[])[]): string => rows.map((row) => row.join(",")).join("\n");

/** The cases of a data set of those files. */
async function casesOf(replay: Replay, files: Record<string, string>): Promise<RecordedCase[]> {
  const folder = mkdtempSync(join(root, "set-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), name.endsWith(".gz") ? gzipSync(text) : text);
  }
  return Array.fromAsync(replay.cases(folder));
}

/** What was seen, without what followed. */
const seen = (cases: readonly RecordedCase[]) => cases.map(({ name, detected_at, evidence }) => ({ name, detected_at, evidence }));
const codes = (one: RecordedCase | undefined): string[] =>
  (one?.evidence[0]?.signals ?? []).flatMap(({ code, status }) => (status === "hit" ? [code] : []));

const isoAt = (at: number): string => new Date(at).toISOString().slice(0, 19).replace("T", " ");

test("price incidents: closes after the hour of detection change nothing, closes before it do", async () => {
  const start = Date.parse("2022-05-01T00:00:00Z");
  const files = (before: number, after: number) => ({
    "systematic_events.csv": csv([
      ["event_id", "symbol", "t_detect", "btc24", "outcome"],
      ["7", "LUNA", isoAt(start + 60 * HOUR_MS), "-0.02", "real_crash"],
      ["8", "ODD", isoAt(start + 60 * HOUR_MS), "-0.02", "ambiguous"],
    ]),
    "hourly_windows/systematic_windows.csv.gz": csv([
      ["event_id", "ts", "close"],
      ...Array.from(
        { length: 90 },
        (_, hour) => ["7", isoAt(start + hour * HOUR_MS), hour < 50 ? 1 : hour <= 60 ? before : after] as const,
      ),
    ]),
  });
  const told = await casesOf(incidentReplay, files(0.6, 0.1));
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ outcome: "real_crash", detected_at: start + 60 * HOUR_MS, expects: ["market"] });
  expect(codes(told[0])).toContain("own_fall");
  expect(seen(await casesOf(incidentReplay, files(0.6, 5)))).toEqual(seen(told));
  expect(seen(await casesOf(incidentReplay, files(0.5, 0.1)))).not.toEqual(seen(told));
});

test("pumps: trades after the alarm change nothing, and the pump itself is not seen half a day before", async () => {
  const announced = Date.parse("2020-05-03T18:00:00Z");
  const files = (peak: number, after: number) => {
    const trade = (at: number, price: number, side = "buy") => [at, side, price, 0.01] as const;
    const quiet = Array.from({ length: 48 * 6 }, (_, index) =>
      trade(announced - 48 * HOUR_MS + index * 600_000, 1 + (index % 3) / 1000, "sell"),
    );
    const rush = Array.from({ length: 60 }, (_, index) => trade(announced + index * 300, 1 + ((peak - 1) * index) / 59));
    const later = Array.from({ length: 50 }, (_, index) => trade(announced + 60_000 + index * 60_000, after));
    return { "trades/ABC_2020-05-03_18.00.csv.gz": csv([["timestamp", "side", "price", "btc_volume"], ...quiet, ...rush, ...later]) };
  };
  const told = await casesOf(pumpReplay, files(1.4, 0.7));
  expect(told.map(({ outcome }) => outcome)).toEqual(["none", "none", "whale_manipulation"]);
  expect(codes(told[2])).toContain("pump_start");
  expect(told[2]?.detected_at).toBeGreaterThan(announced);
  expect(seen(await casesOf(pumpReplay, files(1.4, 3)))).toEqual(seen(told));
  const higher = seen(await casesOf(pumpReplay, files(1.9, 0.7)));
  expect(higher.slice(0, 2)).toEqual(seen(told).slice(0, 2));
  expect(higher[2]).not.toEqual(seen(told)[2]);
});

test("pools: events after the look change nothing, and three quarters into its life the drain is not seen", async () => {
  const address = (byte: string): string => `0x${byte.repeat(20)}`;
  const [pool, maker, nobody] = [address("a1"), address("e5"), address("00")];
  const COIN = 10n ** 18n;
  const place = (blockNumber: number) => ({ blockNumber, logIndex: 1, transactionHash: `0x${"ab".repeat(32)}` });
  const sync = (block: number, coin: bigint) => ({ ...place(block), args: { reserve0: `${1000n * COIN}`, reserve1: `${coin}` } });
  const share = (block: number, [from, to]: [string, string], value: bigint) => ({
    ...place(block),
    args: { from, to, value: `${value}` },
  });
  const files = (afterwards: bigint) => ({
    "labels.csv": csv([
      ["pool", "token", "label"],
      [pool, address("11"), "rug_type1_liquidity_drain"],
    ]),
    [`events/${pool}.sync.json.gz`]: JSON.stringify([
      sync(13_000_000, 50n * COIN),
      sync(13_000_400, COIN / 2n),
      sync(13_001_000, afterwards),
    ]),
    [`events/${pool}.lp_transfer.json.gz`]: JSON.stringify([
      share(13_000_000, [nobody, maker], 100n * COIN),
      share(13_000_400, [maker, pool], 99n * COIN),
      share(13_000_400, [pool, nobody], 99n * COIN),
    ]),
  });
  const told = await casesOf(poolReplay, files(COIN));
  expect(told.map(({ name }) => name.split(" ").slice(2).join(" "))).toEqual(["at 75 %", "after"]);
  expect(codes(told[0])).not.toContain("lp_removed");
  expect(codes(told[1])).toContain("lp_removed");
  for (const { evidence, detected_at } of told)
    for (const { observed_at } of evidence[0]?.signals ?? []) expect(observed_at).toBe(detected_at);
  expect(seen(await casesOf(poolReplay, files(90n * COIN)))).toEqual(seen(told));
});

test("windows of talk: posts after their end change nothing, and a window that is told twice is one case", async () => {
  const t0 = Date.parse("2021-03-05T17:00:00Z") / 1000;
  const files = (late: string) => {
    const message = (id: number, seconds: number, text: string) =>
      JSON.stringify({ channel_id: id, id, date: new Date((t0 + seconds) * 1000).toISOString(), text, fwd_from_channel: null });
    const copies = Array.from({ length: 12 }, (_, channel) =>
      message(channel, channel, "BUY ABC now, target 300 percent, do not miss this huge pump"),
    );
    const after = Array.from({ length: 12 }, (_, channel) => message(100 + channel, 16 * 60, late));
    return {
      "windows_pump_vs_quiet.csv": csv([
        ["kind", "coin", "t0", "n"],
        ["pump", "ABC", t0, 12],
        ["pump", "ABC", t0, 12],
        ["quiet", "", t0 - 86_400, 0],
      ]),
      "messages.jsonl.gz": [...copies, ...after].join("\n"),
    };
  };
  const told = await casesOf(windowReplay, files("it is over"));
  expect(told.map(({ outcome }) => outcome)).toEqual(["whale_manipulation", "none"]);
  // That no pump followed is known when six hours are over, not before.
  expect(told.map(({ detected_at, outcome_known_at }) => outcome_known_at - detected_at)).toEqual([0, 6 * HOUR_MS]);
  expect(told[0]?.evidence[0]?.measures.duplicate_text_cluster_size).toBe(12);
  expect(seen(await casesOf(windowReplay, files("sell everything at once")))).toEqual(seen(told));
});
