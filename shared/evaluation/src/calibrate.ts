import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { currentModel, Model } from "@token-sentiment/model";
import { fitConfidence } from "./aggregator/confidence-map.ts";
import { figuresOf } from "./aggregator/figures.ts";
import { fitModel } from "./aggregator/fit-model.ts";
import { confidenceTold, forward } from "./aggregator/forward.ts";
import { readCases } from "./aggregator/read-cases.ts";
import type { RecordedCase } from "./aggregator/recorded-case.ts";
import { replayAll } from "./aggregator/replays.ts";
import { forwardLines, modelLines } from "./aggregator/report-calibration.ts";
import { datasetsIn } from "./datasets-in.ts";

/** Fewer cases cannot be cut by time into anything. */
const ENOUGH = 20;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const progress = (line: string): void => void process.stderr.write(`${line}\n`);

function giveUp(sentence: string): never {
  progress(`${sentence}
usage: npm run calibrate -- [--datasets DIR] [--cases DIR] [--save-cases DIR] [--out FILE] [--figures FILE]
  --datasets    runs the engines over the data sets of that folder
  --cases       reads recorded cases (docs/calibration.md)
  --save-cases  writes the cases that the engines made, a file a data set
  --out         writes the model fitted to all cases
  --figures     writes the shipped model's figures, as GET /api/calibration serves them`);
  process.exit(1);
}

const text = { type: "string" } as const;
const { values } = parseArgs({ options: { datasets: text, cases: text, "save-cases": text, out: text, figures: text } });
if (values.datasets === undefined && values.cases === undefined) giveUp("neither --datasets nor --cases is set");

const saved = (file: string, value: unknown): void => {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
  progress(`wrote ${file}`);
};

async function casesAsked(): Promise<RecordedCase[]> {
  const made = values.datasets === undefined ? [] : await replayAll({ dataset: datasetsIn(resolve(values.datasets)), say, progress });
  if (values["save-cases"] !== undefined) {
    mkdirSync(values["save-cases"], { recursive: true });
    for (const [dataset, those] of Map.groupBy(made, (one) => one.dataset)) saved(join(values["save-cases"], `${dataset}.json`), those);
  }
  if (values.cases === undefined) return made;
  const { cases, open } = readCases(resolve(values.cases));
  if (open > 0) say(`${open} of ${open + cases.length} recorded cases are open: what followed is not written down`);
  return [...made, ...cases];
}

async function calibrate(): Promise<void> {
  const cases = await casesAsked();
  if (cases.length < ENOUGH) giveUp(`${cases.length} cases are too few to calibrate with: at least ${ENOUGH} are needed`);
  say(`# calibration of model ${currentModel.version}`);
  const found = forward(cases, currentModel);
  for (const line of forwardLines(cases, found)) say(line);

  say("\n## fitted to all cases");
  const calibration = fitConfidence(confidenceTold(found.fitted, "raw"));
  const version = `fitted-${createHash("sha256").update(JSON.stringify(cases)).digest("hex").slice(0, 12)}`;
  const unversioned = fitModel(cases, currentModel);
  const fitted = Model.parse({ ...unversioned, version, confidence: { ...unversioned.confidence, calibration } });
  for (const line of modelLines(fitted)) say(line);
  const unlicensed = [...new Set(cases.filter(({ licence }) => licence === undefined).map(({ dataset }) => dataset))];
  if (unlicensed.length > 0) say(`not to be shipped: no licence is stated of ${unlicensed.join(", ")}`);
  if (values.out !== undefined) saved(values.out, fitted);
  if (values.figures !== undefined) {
    const command = `npm run calibrate --${values.datasets === undefined ? "" : " --datasets DIR"}${values.cases === undefined ? "" : " --cases DIR"}`;
    saved(values.figures, figuresOf(cases, found, { model: currentModel, command, measuredOn: new Date().toISOString().slice(0, 10) }));
  }
}

try {
  await calibrate();
} catch (error) {
  progress(`nothing was calibrated: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
