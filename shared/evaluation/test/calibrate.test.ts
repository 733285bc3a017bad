import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { CalibrationFigures, currentModel, Model } from "@token-sentiment/model";
import { afterAll, expect, test } from "vitest";
import { caseOf, signalOf } from "../src/aggregator/case-for-tests.ts";

const folder = mkdtempSync(join(tmpdir(), "calibrate-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = new URL("../src/calibrate.ts", import.meta.url).pathname;
const run = async (...args: string[]): Promise<{ stdout: string; stderr: string; code: number }> => {
  try {
    return { ...(await promisify(execFile)(process.execPath, [program, ...args])), code: 0 };
  } catch (error) {
    return error as { stdout: string; stderr: string; code: number };
  }
};

/** The line is right in five of six cases; every fourth case is none of the three. */
const cases = Array.from({ length: 80 }, (_, day) =>
  caseOf(day, [signalOf("seen", { weights: { real_crash: 0.8, whale_manipulation: 0, false_fud: 0 } })], {
    outcome: day % 4 === 3 ? "none" : day % 6 === 5 ? "false_fud" : "real_crash",
  }),
);

test("a folder without any of the data sets is told as such, and nothing is calibrated", async () => {
  const { code, stdout, stderr } = await run("--datasets", folder);
  expect(code).toBe(1);
  expect(stdout.match(/^skipped: no folder \w+ under --datasets$/gm)).toHaveLength(4);
  expect(stderr).toContain("0 cases are too few to calibrate with");
});

test("recorded cases are calibrated on forward in time, into a model that the service takes and figures that the API serves", async () => {
  writeFileSync(join(folder, "cases.json"), JSON.stringify(cases));
  const [out, figures] = [join(folder, "model.out"), join(folder, "figures.out")];
  const { code, stdout } = await run("--cases", folder, "--out", out, "--figures", figures);
  expect(code).toBe(0);
  expect(stdout).toContain("held out by time: 48 of 80 cases, 36 with one of the three scenarios");
  expect(stdout).not.toContain("not to be shipped");
  const model = Model.parse(JSON.parse(readFileSync(out, "utf8")));
  expect(model.version).toMatch(/^fitted-[0-9a-f]{12}$/);
  expect(model.prior.real_crash).toBeGreaterThan(currentModel.prior.real_crash);
  const told = CalibrationFigures.parse(JSON.parse(readFileSync(figures, "utf8")));
  expect(told).toMatchObject({ model_version: currentModel.version, weights: "expert", held_out: { cases: 36, quiet: 12 } });
  expect(told.data).toMatchObject([{ dataset: "test", engines: ["onchain"], licence: "CC0-1.0" }]);
  expect(told.held_out.refitted.log_loss).toBeLessThan(told.held_out.shipped.log_loss);
});

test("a file that holds no cases is named in a sentence", async () => {
  const broken = mkdtempSync(join(folder, "broken-"));
  writeFileSync(join(broken, "cut.json"), "{");
  const { code, stdout, stderr } = await run("--cases", broken);
  expect([code, stdout, stderr]).toEqual([1, "", "nothing was calibrated: cut.json is no JSON\n"]);
});
