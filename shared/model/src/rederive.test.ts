import { Branch, type Request, type Token } from "@token-sentiment/contract";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyEvidence, ENGINES } from "../test/any-evidence.ts";
import type { StoredEvidence } from "./answers.ts";
import { observed, REQUEST_AT, requestFor, signal } from "./evidence-for-tests.ts";
import { fold, type FoldInput } from "./fold.ts";
import { currentModel, type Model } from "./model-file.ts";
import { rederive } from "./rederive.ts";
import { Report } from "./report.ts";

const { contract_address: _, ...symbolOnly } = requestFor(...ENGINES);
const anyRequest: fc.Arbitrary<Request> = fc.constantFrom(requestFor(...ENGINES), symbolOnly, requestFor());
const anyToken: fc.Arbitrary<Token | undefined> = fc.constantFrom(undefined, {
  job_id: symbolOnly.job_id,
  chain_id: "1",
  coin_symbol: "PEPE",
  contract_address: "0x6982508145454ce325ddbe47a25d4ec3d2311933",
  ambiguous: true,
  candidates: [],
  source: "dexscreener",
});

const anyJob = fc.record({ request: anyRequest, token: anyToken, evidence: anyEvidence });

/** The shipped model, and one in which everything that may be fitted is. */
const points: [number, number][] = [
  [0.1, 0.05],
  [0.4, 0.5],
  [0.9, 0.8],
];
const fitted: Model = {
  ...currentModel,
  version: "fitted-1",
  prior: { real_crash: 0.2, whale_manipulation: 0.3, false_fud: 0.5 },
  temperature: 1.7,
  k: { a: 0.4, c: 2.5 },
  confidence: { ...currentModel.confidence, calibration: { kind: "isotonic", points } },
};

/** What came over the wire, nothing more. */
const told = (input: FoldInput, model: Model) => {
  const { row, report } = fold(input, model);
  const { job_id: _job, ...expected } = row;
  const { coin_symbol: _symbol, ...result } = { coin_symbol: "", ...expected };
  return { result, report: Report.parse(JSON.parse(JSON.stringify(report))) };
};

describe("a report alone", () => {
  test("gives the stored result again by the arithmetic written down, whatever the evidence and the model", () => {
    fc.assert(
      fc.property(anyJob, fc.constantFrom(currentModel, fitted), (job, model) => {
        const { result, report } = told({ ...job, requestAt: REQUEST_AT }, model);
        expect(rederive(report)).toEqual(result);
      }),
      { numRuns: 600 },
    );
  });

  test("gives a chain that was cut again, with the same lines", () => {
    const many = (engine: string): StoredEvidence =>
      observed(
        engine,
        Array.from({ length: 150 }, (_each, n) => signal(`s${n}`, [n / 100, 0, 0], { text: `${engine} ${n} ${"é".repeat(200)}` })),
      );
    const { result, report } = told(
      { request: requestFor("security", "onchain"), requestAt: REQUEST_AT, evidence: [many("security"), many("onchain")] },
      currentModel,
    );
    expect(JSON.stringify(result)).toContain("weaker lines left out");
    expect(rederive(report)).toEqual(result);
  });

  test("tells a result that its lines do not give", () => {
    const evidence = [observed("security", [signal("tax", [3, -2, 0], { severity: 2 })], { measures: { event: 0.8 } })];
    const { result, report } = told({ request: requestFor("security"), requestAt: REQUEST_AT, evidence }, currentModel);
    const [line] = report.lines;
    const forged = { ...report, lines: [{ ...line!, weights: { ...line!.weights, real_crash: 0.5 } }] };
    expect(rederive(forged)).not.toEqual(result);
  });

  test("walks line by line: each posterior is the prior and all that was counted up to it", () => {
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        const { report } = told({ request: requestFor(...ENGINES), requestAt: REQUEST_AT, evidence }, fitted);
        const logit = { ...report.prior };
        for (const branch of Branch.options) logit[branch] = Math.log(report.prior[branch]);
        for (const { counted, posterior } of report.lines) {
          for (const branch of Branch.options) logit[branch] += counted[branch];
          const raw = Branch.options.map((branch) => Math.exp(logit[branch] / report.model.temperature));
          const total = raw.reduce((sum, value) => sum + value, 0);
          Branch.options.forEach((branch, index) => expect(posterior[branch]).toBeCloseTo(raw[index]! / total, 9));
        }
        expect(report.lines.at(-1)?.posterior ?? report.posterior).toEqual(report.posterior);
      }),
    );
  });
});
