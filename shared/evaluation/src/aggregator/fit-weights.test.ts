import type { PerBranch } from "@token-sentiment/model";
import { expect, test } from "vitest";
import { softmax } from "../logistic.ts";
import { chance } from "./chance.ts";
import { type Belief, fitWeights, type Row } from "./fit-weights.ts";

const nothing: PerBranch = { real_crash: 0, whale_manipulation: 0, false_fud: 0 };
const crash: PerBranch = { ...nothing, real_crash: 1 };
const whale: PerBranch = { ...nothing, whale_manipulation: 1 };
const scare: PerBranch = { ...nothing, false_fud: 1 };
const thirds: PerBranch = { real_crash: 1 / 3, whale_manipulation: 1 / 3, false_fud: 1 / 3 };
/** Only the named numbers are free, and hardly anything is believed of them. */
const free = (numbers: Partial<Belief>): Belief => ({ k: 0, logPrior: 0, logTemperature: 0, ...numbers });
const LOOSE = 100;

const rows = (times: number, target: PerBranch, more: Partial<Row> = {}): Row[] =>
  Array.from({ length: times }, () => ({ parts: new Map(), offset: nothing, target, ...more }));

test("without evidence the prior is the rates of what came", () => {
  const { prior } = fitWeights([...rows(50, crash), ...rows(30, whale), ...rows(20, scare)], [], free({ logPrior: LOOSE }));
  expect(prior.real_crash).toBeCloseTo(0.5, 3);
  expect(prior.whale_manipulation).toBeCloseTo(0.3, 3);
  expect(prior.false_fud).toBeCloseTo(0.2, 3);
});

test("a code that was right in 8 of 10 cases gets the factor that says so: e^k / (e^k + 2) = 0.8", () => {
  const parts = new Map([["seen", crash]]);
  const some = [...rows(80, crash, { parts }), ...rows(10, whale, { parts }), ...rows(10, scare, { parts })];
  expect(fitWeights(some, ["seen"], free({ k: LOOSE })).k["seen"]).toBeCloseTo(Math.log(8), 3);
});

test("a code that points the wrong way is silenced, never turned round", () => {
  const parts = new Map([["seen", crash]]);
  const some = [...rows(10, crash, { parts }), ...rows(45, whale, { parts }), ...rows(45, scare, { parts })];
  expect(fitWeights(some, ["seen"], free({ k: LOOSE })).k["seen"]).toBe(0);
});

test("the temperature softens what is too sure, e^(2/T) / (e^(2/T) + 2) = 0.5, and never sharpens", () => {
  const offset = { ...nothing, real_crash: 2 };
  const tooSure = [...rows(50, crash, { offset }), ...rows(25, whale, { offset }), ...rows(25, scare, { offset })];
  expect(fitWeights(tooSure, [], free({ logTemperature: LOOSE })).temperature).toBeCloseTo(2 / Math.log(2), 2);
  expect(fitWeights(rows(100, crash, { offset }), [], free({ logTemperature: LOOSE })).temperature).toBe(1);
});

test("where none of the three came the evidence should have said nothing", () => {
  const parts = new Map([["seen", crash]]);
  const quiet = rows(200, thirds, { parts });
  expect(fitWeights(quiet, ["seen"], free({ k: LOOSE })).k["seen"]).toBeCloseTo(0, 3);
});

test("without cases everything is as it was believed, and a few cases move it a little", () => {
  expect(fitWeights([], ["seen"])).toEqual({ k: { seen: 1 }, prior: thirds, temperature: 1 });
  const parts = new Map([["seen", crash]]);
  const two = fitWeights(rows(2, crash, { parts }), ["seen"]).k["seen"] ?? 0;
  const many = fitWeights(rows(200, crash, { parts }), ["seen"]).k["seen"] ?? 0;
  expect(two).toBeGreaterThan(1);
  expect(two).toBeLessThan(1.3);
  expect(many).toBeGreaterThan(two);
});

test("the numbers that made 4,000 cases are found again", () => {
  const next = chance("made cases");
  const truth = { k: { loud: 2, quiet: 0.5, other: 1.2 }, prior: [0.5, 0.3, 0.2] };
  const says: Record<string, PerBranch> = {
    loud: { real_crash: 1, whale_manipulation: -0.5, false_fud: -0.5 },
    quiet: { real_crash: -0.4, whale_manipulation: 1.5, false_fud: 0.2 },
    other: { real_crash: -1, whale_manipulation: 0, false_fud: 1 },
  };
  const made = Array.from({ length: 4000 }, (): Row => {
    const parts = new Map(Object.entries(says).filter(() => next() < 0.5));
    const evidence = (branch: keyof PerBranch): number =>
      [...parts].reduce((sum, [code, by]) => sum + (truth.k[code as "loud"] ?? 0) * by[branch], 0);
    const logits = (["real_crash", "whale_manipulation", "false_fud"] as const).map((b, i) => Math.log(truth.prior[i]!) + evidence(b));
    const [first = 0, second = 0] = softmax(logits);
    const drawn = next();
    return { parts, offset: nothing, target: drawn < first ? crash : drawn < first + second ? whale : scare };
  });
  const { k, prior, temperature } = fitWeights(made, Object.keys(says), { k: LOOSE, logPrior: LOOSE, logTemperature: 0 });
  for (const [code, factor] of Object.entries(truth.k)) expect(Math.abs((k[code] ?? 0) - factor)).toBeLessThan(0.2);
  expect(Math.abs(prior.real_crash - 0.5)).toBeLessThan(0.04);
  expect(temperature).toBe(1);
});
