import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LabelFileError, openLabels } from "./labels.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tsa-labels-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
const written = (content: string): string => {
  const file = join(folder, "labels.json");
  writeFileSync(file, content);
  return file;
};
const mine = `0x${"AB".repeat(20)}`;
const row = { chain: "8453", address: mine, kind: "exchange", name: "ours", source: "us" };

test("our own labels know burn addresses everywhere and exchanges where somebody names them", () => {
  const labelsOf = openLabels("");
  expect(labelsOf("8453").of("burn")).toContain("0x000000000000000000000000000000000000dead");
  expect(labelsOf("1").of("exchange").length).toBeGreaterThan(10);
  expect(labelsOf("8453").of("exchange")).toEqual([]);
});

test("a team's own file is added, on its chain alone", () => {
  const labelsOf = openLabels(written(JSON.stringify({ labels: [row] })));
  expect(labelsOf("8453").of("exchange")).toEqual([mine.toLowerCase()]);
  expect(labelsOf("1").of("exchange")).not.toContain(mine.toLowerCase());
});

test("a file that cannot be used is refused with everything that is wrong with it", () => {
  expect(() => openLabels(join(folder, "absent.json"))).toThrow(LabelFileError);
  expect(() => openLabels(written("not json"))).toThrow("no JSON file");
  const wrong = {
    labels: [
      { ...row, kind: "whale" },
      { ...row, address: "0x12" },
      { ...row, source: "" },
    ],
  };
  expect(() => openLabels(written(JSON.stringify(wrong)))).toThrow(/kind[\s\S]*address[\s\S]*source/);
});
