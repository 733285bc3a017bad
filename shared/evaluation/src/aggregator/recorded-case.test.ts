import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { caseOf, dayAt, signalOf } from "./case-for-tests.ts";
import { judge } from "./judged.ts";
import { readCases } from "./read-cases.ts";
import { RecordedCase } from "./recorded-case.ts";

const folder = mkdtempSync(join(tmpdir(), "cases-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder of those files. */
function folderOf(files: Record<string, unknown>): string {
  const path = mkdtempSync(join(folder, "of-"));
  mkdirSync(path, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(path, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return path;
}

const problemsOf = (value: unknown): string[] => RecordedCase.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
const one = caseOf(9, [signalOf("lp_removed")]);
const [evidence] = one.evidence;

test("a case that saw anything younger than its detection is refused, and so is an outcome known before it", () => {
  const later = dayAt(9) + 1;
  expect(problemsOf(one)).toEqual([]);
  expect(problemsOf({ ...one, evidence: [{ ...evidence, observed_at: later }] })).toEqual([
    "onchain observed something after the detection",
  ]);
  const young = { ...evidence, signals: [signalOf("lp_removed", { observed_at: later })] };
  expect(problemsOf({ ...one, evidence: [young] })).toEqual(["onchain observed something after the detection"]);
  expect(problemsOf({ ...one, outcome_known_at: dayAt(8) })).toEqual(["the outcome was known before the detection"]);
});

test("an engine speaks once, and only when it was asked", () => {
  expect(problemsOf({ ...one, evidence: [evidence, evidence] })).toEqual(["an engine speaks twice"]);
  expect(problemsOf({ ...one, expects: ["market"] })).toEqual(["onchain speaks and is not expected"]);
});

test("the example of the documentation is a case, and has a verdict", () => {
  const docs = readFileSync(new URL("../../../../docs/calibration.md", import.meta.url), "utf8");
  const [, example = ""] = /```json\n([^]*?)```/.exec(docs) ?? [];
  const read = RecordedCase.parse(JSON.parse(example));
  expect(judge(read).verdict).toBe("LIQUIDATE_LONGS");
  for (const member of Object.keys(RecordedCase.shape)) expect([member, docs.includes(`| \`${member}`)]).toEqual([member, true]);
});

test("a folder's files are read in their order, one case or a list each; what has no outcome is open", () => {
  const two = [caseOf(1, [], { name: "a" }), caseOf(2, [], { name: "b" })];
  const { outcome: _, ...open } = one;
  const files = { "2.json": two, "1.json": one, "3.json": open, "notes.txt": "no case" };
  expect(readCases(folderOf(files))).toEqual({ cases: [one, ...two], open: 1 });
});

test("what is wrong in a folder is told with the file's name", () => {
  expect(() => readCases(folderOf({ "cut.json": "{" }))).toThrow("cut.json is no JSON");
  expect(() => readCases(folderOf({ "odd.json": { ...one, outcome: "up" } }))).toThrow(/odd\.json holds no recorded cases:[^]*outcome/);
  expect(() => readCases(folderOf({ "1.json": one, "2.json": one }))).toThrow(`two cases are called ${one.name}`);
});

test("a case of which nobody observed anything has no verdict, and says which it is", () => {
  const silent = { ...one, evidence: [{ ...evidence!, outcome: "unavailable" as const, signals: [], measures: {} }] };
  expect(() => judge(silent)).toThrow(`case ${one.name} has no verdict`);
});
