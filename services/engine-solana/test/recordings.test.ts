import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { concentrationOf } from "../src/checkers/concentration.ts";
import { GoplusAnswer, hasData } from "../src/checkers/goplus-answer.ts";
import { lockedOf } from "../src/checkers/locked.ts";
import { isIndexed, Report } from "../src/checkers/report.ts";
import { namesRisk, otherRisks } from "../src/checkers/risks.ts";

/** Real answers, recorded; they lie beside the project and are not part of it. */
const folder = process.env["RECORDINGS"] ?? new URL("../../../../shared/recordings/", import.meta.url).pathname;
const there = existsSync(`${folder}/rugcheck`);
const read = (pattern: string): unknown => {
  const [file] = globSync(pattern, { cwd: folder });
  return JSON.parse(readFileSync(`${folder}/${file ?? expect.fail(`${pattern} is missing`)}`, "utf8"));
};

test.skipIf(!there)("a real report of a drained token parses: dead by its liquidity, whatever else it says", () => {
  const report = Report.parse(read("rugcheck/jojo_report*.json"));
  expect(isIndexed(report)).toBe(true);
  expect(report).toMatchObject({ rugged: false, totalHolders: 30, graphInsidersDetected: 9 });
  expect(report.mintAuthority).toBeUndefined();
  expect(report.totalMarketLiquidity).toBeCloseTo(5.18, 2);
  expect(lockedOf(report.markets ?? [])).toMatchObject({ percent: 100, pools: 1 });
  expect(namesRisk(report, "top 10 holders high ownership")).toBe(true);
});

test.skipIf(!there)("a real report with concentrated liquidity parses: no shares to lock, a program holds 80 %", () => {
  const report = Report.parse(read("rugcheck/trump_report*.json"));
  expect((report.markets ?? []).length).toBeGreaterThan(0);
  expect(lockedOf(report.markets?.filter(({ marketType }) => marketType === "meteoraDlmm") ?? [])).toBeUndefined();
  const holders = (report.topHolders ?? []).map(({ address, owner, pct, insider }) => ({
    account: address,
    owner,
    percent: pct,
    insider,
    locked: false,
  }));
  expect(concentrationOf(holders, { pools: new Set() })?.largest).toBeCloseTo(80, 1);
});

test.skipIf(!there)("every recorded risk is known by name", () => {
  const Items = z.record(z.string(), z.array(z.object({ name: z.string(), value: z.string(), level: z.string() })));
  const risks = Object.values(Items.parse(read("rugcheck/risk_items*.json"))).flat();
  expect(risks.length).toBeGreaterThan(20);
  const report = Report.parse({ mint: "x", risks });
  expect([...otherRisks(report, "danger"), ...otherRisks(report, "warn")].filter((name) => name.includes("not known"))).toEqual([]);
});

test.skipIf(!there)("a real answer of GoPlus parses, and one owner with two accounts is one owner", () => {
  const answer = GoplusAnswer.parse(read("goplus_solana/ray*.json"));
  expect(hasData(answer)).toBe(true);
  const token = answer.result?.["4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R"] ?? expect.fail("the key keeps its case");
  expect(token).toMatchObject({ trusted_token: "1", holder_count: 250721 });
  const holders = (token.holders ?? []).map(({ account, token_account, percent, is_locked }) => ({
    account: token_account,
    owner: account,
    percent: 100 * percent,
    insider: false,
    locked: is_locked,
  }));
  expect(concentrationOf(holders, { pools: new Set() })?.largest).toBeGreaterThanOrEqual(24.97 + 22.22);
});
