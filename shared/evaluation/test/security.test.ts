import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { judgeAll } from "../src/security/judge-all.ts";
import type { Judgement } from "../src/security/judge-sample.ts";
import { openCompilers } from "../src/security/open-compilers.ts";
import { readKnownGood, readRugPulls } from "../src/security/read-samples.ts";
import { reportKnownGood } from "../src/security/report-known-good.ts";
import { reportRugPulls } from "../src/security/report-rug-pulls.ts";

const folder = (name: string): string => join(import.meta.dirname, "datasets", name);
const home = mkdtempSync(join(tmpdir(), "compilers-"));
let rugs: Judgement[];
let good: Judgement[];

beforeAll(async () => {
  // without a registry: only the compiler that the repository has
  const compilers = await openCompilers(() => undefined, { home, versionsPublished: async () => [] });
  const samples = [...(await readRugPulls(folder("crpwarner_rugpull"))), ...(await readKnownGood(folder("clean_erc20")))];
  const judged = await judgeAll(compilers, samples, () => undefined);
  rugs = judged.filter(({ sample }) => sample.truth !== undefined);
  good = judged.filter(({ sample }) => sample.truth === undefined);
}, 120_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const printed = (report: typeof reportRugPulls, judgements: readonly Judgement[]): string[] => {
  const lines: string[] = [];
  report(judgements, (line) => lines.push(line));
  return lines;
};
const of = (judgements: readonly Judgement[], byte: string): Judgement | undefined =>
  judgements.find(({ sample }) => sample.address === `0x${byte.repeat(20)}`);

test("labelled contracts are deployed, traded and judged, and every figure has its denominator", () => {
  const lines = printed(reportRugPulls, rugs);
  expect(lines).toContain("## labelled rug pulls: 4 of 6 could be judged");
  expect(lines).toContain("Mint   of 4 contracts:  precision 1.000 (1/1)  recall 1.000 (1/1)  F1 1.000 (2/2)");
  expect(lines).toContain("Limit  of 4 contracts:  precision 1.000 (2/2)  recall 1.000 (2/2)  F1 1.000 (4/4)");
  expect(lines).toContain("Leak   of 4 contracts:  precision 1.000 (1/1)  recall 1.000 (1/1)  F1 1.000 (2/2)");
  expect(lines).toContain("Limit  of 6 contracts:  precision 1.000 (2/2)  recall .667 (2/3)  F1 .800 (4/5)");
});

test("what could not be judged is a miss with its reason", () => {
  const lines = printed(reportRugPulls, rugs);
  const none = "it is no ERC-20 token: Note has no totalSupply, balanceOf and transfer";
  expect(lines).toContain(`Mint not found 0x${"14".repeat(20)}: not judged, ${none}`);
  expect(lines).toContain(`Limit not found 0x${"15".repeat(20)}: not judged, the dataset has neither source nor code of it`);
});

test("a closed token is opened by its owner, and a constructor gets arguments by their names", () => {
  expect(of(rugs, "12")?.how).toMatch(/^by its source with solc .*, opened by openTrading$/);
  expect(of(rugs, "11")?.how).toMatch(/^by its source/);
  expect(of(rugs, "13")).toMatchObject({ judged: true });
});

test("a gate that opens once is seen before its owner opens it, also where an absent contract has to tell what the sender holds", () => {
  const booked = of(rugs, "16");
  expect(booked?.how).toMatch(/absent contracts answering the sender's balance, chain 1, opened by openTrading$/);
  const gates = booked?.judged
    ? [booked.unopened, booked.signals].map((signals) => signals.find(({ code }) => code === "closed_gate"))
    : [];
  expect(gates.map((gate) => gate?.status)).toEqual(["hit", "clear"]);
});

test("known-good tokens can be sold and do not weigh as a crash, with or without their source", () => {
  expect(of(good, "22")?.how).toMatch(/^by its code/);
  expect(printed(reportKnownGood, good)).toEqual([
    "## known-good tokens: 2 of 2 could be judged",
    '"cannot sell": 0 of 2',
    "weights favouring real_crash: 0 of 2",
    "### not judged",
  ]);
});
