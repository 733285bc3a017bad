import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { evaluation } from "../src/onchain.evaluation.ts";

const folder = mkdtempSync(join(tmpdir(), "pools-"));
mkdirSync(join(folder, "events"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const address = (byte: string): string => `0x${byte.repeat(20)}`;
const NOBODY = address("00");
const COIN = 10n ** 18n;
/** As the dataset writes it: whole numbers of any length. */
const text = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? `#${one}#` : one)).replaceAll(/"#(\d+)#"/g, "$1");
const write = (name: string, value: unknown): void => writeFileSync(join(folder, "events", `${name}.json.gz`), gzipSync(text(value)));
const place = (blockNumber: number, logIndex: number) => ({ blockNumber, logIndex, transactionHash: `0x${"ab".repeat(32)}` });
const sync = (block: number, token: bigint, coin: bigint) => ({ ...place(block, 3), args: { reserve0: token, reserve1: coin } });
const share = (block: number, [from, to]: [string, string], value: bigint) => ({ ...place(block, 1), args: { from, to, value } });

async function printed(): Promise<string[]> {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(...line.split("\n"));
  await evaluation.run({ dataset: () => folder, say, progress: () => undefined });
  return lines;
}

test("a folder without labels is skipped", async () => {
  expect(await printed()).toEqual(["skipped: there is no labels.csv"]);
});

test("pools of a folder with fewer columns, absent and broken files are judged where they can be, over HTTP, and counted where not", async () => {
  const [drained, calm, broken, sideless] = [address("a1"), address("b2"), address("c3"), address("d4")];
  const token = address("11");
  write(`${drained}.sync`, [sync(11_000_000, 1000n * COIN, 50n * COIN), sync(11_000_400, 10n * COIN, COIN / 2n)]);
  write(`${drained}.lp_transfer`, [
    share(11_000_000, [NOBODY, address("e5")], 100n * COIN),
    share(11_000_400, [address("e5"), drained], 99n * COIN),
    share(11_000_400, [drained, NOBODY], 99n * COIN),
  ]);
  write(`${calm}.sync`, [sync(11_000_000, 1000n * COIN, 50n * COIN), sync(11_900_000, 1001n * COIN, 50n * COIN)]);
  writeFileSync(join(folder, "events", `${broken}.sync.json.gz`), "not gzip");
  write(`${sideless}.sync`, [sync(11_000_000, COIN, COIN)]);
  const rows = [
    ["pool", "token", "label"],
    [drained, token, "rug_type1_liquidity_drain"],
    [calm, token, "healthy"],
    [broken, token, "healthy"],
    [sideless, "", "healthy"],
    [address("e6"), token, "trapdoor"],
  ];
  writeFileSync(join(folder, "labels.csv"), rows.map((row) => row.join(",")).join("\n"));
  const lines = await printed();
  expect(lines[0]).toContain("2 pools judged; of 1 the events are not there, of 2 they or the side of the coin cannot be read");
  const before = lines.indexOf("## at 75 %");
  expect(lines[before + 2]).toBe("rug_type1_liquidity_drain: said to be a rug 0/1, too small to judge or unknown 0/1");
  const after = lines.indexOf("## right after the event, or at its end");
  expect(lines.slice(after + 1, after + 3)).toEqual([
    "healthy: said to be a rug 0/1, too small to judge or unknown 0/1",
    "rug_type1_liquidity_drain: said to be a rug 1/1, too small to judge or unknown 0/1",
  ]);
  expect(lines[after + 3]).toContain("all (2): accuracy 1.000, precision 1.000, recall 1.000, macro-F1 1.000");
});
