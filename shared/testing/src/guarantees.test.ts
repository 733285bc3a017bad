import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../../", import.meta.url).pathname;
const page = readFileSync(`${root}docs/guarantees.md`, "utf8");
const rows = (/^\| promise[^]*?\n\n/m.exec(page)?.[0] ?? "").trimEnd().split("\n").slice(2);
const filesOf = (row: string): string[] => [...row.matchAll(/`([\w./-]+\.test\.ts)`/g)].map((match) => match[1]!);

test("every promise of docs/guarantees.md names the tests that hold it, and they are there", () => {
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((row) => filesOf(row).length === 0)).toEqual([]);
  const missing = rows.flatMap(filesOf).filter((file) => !existsSync(root + file) || !/^\s*test/m.test(readFileSync(root + file, "utf8")));
  expect(missing).toEqual([]);
});

test("every command that it tells of is there", () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { scripts: Record<string, string> };
  const told = [...page.matchAll(/npm run ([\w:]+)/g)].map((match) => match[1]!);
  expect(told.filter((script) => !(script in scripts))).toEqual([]);
  expect(told.length).toBeGreaterThan(2);
});
