import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { Accounts } from "../src/chain/read-accounts.ts";
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

const Bodies = z.array(z.record(z.string(), z.unknown()));
test.skipIf(!there)("every recorded report and every recorded answer of GoPlus parses, none of its fields of another shape", () => {
  const bodies = (folderName: string) => globSync(`${folderName}/*.json`, { cwd: folder }).map((file) => read(file));
  const reports = Bodies.parse(bodies("rugcheck").filter((body) => !Array.isArray(body))).filter(({ mint }) => mint !== undefined);
  expect(reports.length).toBeGreaterThanOrEqual(2);
  for (const body of reports) {
    const report = Report.parse(body);
    // what a report holds is read: a field that became undefined was of a shape that is not known here
    for (const [field, value] of Object.entries(report)) {
      const given = body[field];
      if (given !== null && given !== undefined && given !== "") expect([field, value]).not.toEqual([field, undefined]);
    }
    expect(report.topHolders?.length).toBe(Array.isArray(body["topHolders"]) ? body["topHolders"].length : undefined);
  }
  const answers = bodies("goplus_solana").map((body) => GoplusAnswer.parse(body));
  expect(answers.length).toBeGreaterThan(0);
  for (const { result } of answers) {
    for (const token of Object.values(result ?? {})) {
      expect(token).toMatchObject({ mintable: expect.any(Boolean), freezable: expect.any(Boolean), non_transferable: false });
    }
  }
});

test.skipIf(!there)("a client's own form of a report has another shape, and is no report", () => {
  expect(Report.safeParse(read("rugcheck/ray*.json")).success).toBe(false);
});

test.skipIf(!there)("a recorded node's answers parse, accounts that are not there too", () => {
  const recorded = z.object({ response: z.object({ result: Accounts }) });
  const { value } = recorded.parse(read("rpc/solana_getMultipleAccounts.json")).response.result;
  expect(value.length).toBeGreaterThan(0);
});
