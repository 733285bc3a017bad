import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../../", import.meta.url).pathname;
const page = readFileSync(`${root}docs/guarantees.md`, "utf8");
const rows = (/^\| promise[^]*?\n\n/m.exec(page)?.[0] ?? "").trimEnd().split("\n").slice(2);
/** `file.test.ts`: "a title", "another". */
const told = (row: string) =>
  [...row.matchAll(/`([\w./-]+\.test\.ts)`((?:[:,] "[^"]+")*)/g)].map(([, file = "", titles = ""]) => ({
    file,
    titles: [...titles.matchAll(/"([^"]+)"/g)].map((match) => match[1]!),
  }));
const sourceOf = (file: string): string => (existsSync(root + file) ? readFileSync(root + file, "utf8") : "");

test("every promise of docs/guarantees.md names the tests that hold it by their titles, and they are there", () => {
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((row) => told(row).length === 0)).toEqual([]);
  const untitled = rows.flatMap(told).filter(({ titles }) => titles.length === 0);
  expect(untitled).toEqual([]);
  // A title is the whole of a string in that file, wherever the test takes it from.
  const missing = rows.flatMap(told).flatMap(({ file, titles }) => titles.filter((title) => !sourceOf(file).includes(`"${title}"`)));
  expect(missing).toEqual([]);
});

test("every command that it tells of is there", () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { scripts: Record<string, string> };
  const commands = [...page.matchAll(/npm run ([\w:]+)/g)].map((match) => match[1]!);
  expect(commands.filter((script) => !(script in scripts))).toEqual([]);
  expect(commands.length).toBeGreaterThan(2);
});
