import type { Model } from "@token-sentiment/model";
import { Branch } from "@token-sentiment/contract";
import type { Forecast } from "../probability-score.ts";
import { figure } from "../score.ts";
import { meanWithRange } from "./bootstrap.ts";
import { confidenceTold, type Forward } from "./forward.ts";
import { forecastsOf, type Judged } from "./judged.ts";
import type { RecordedCase } from "./recorded-case.ts";
import { calibrationError, reliabilityTable } from "./reliability.ts";
import { topOf } from "./scores-of.ts";
import { confusionLines, dataLines, falseAlarmLine, reliabilityLines, scoreLine, verdictLines } from "./tables.ts";

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
const WEEK_MS = 7 * 86_400_000;
const hasScenario = ({ of }: Judged): boolean => of.outcome !== "none";
const lossesOf = (judged: readonly Judged[]): number[] => forecastsOf(judged).map(({ chances, label }) => -Math.log(chances[label] ?? 0));

/** By how much the fitted model's log loss differs from the shipped one's: what one data set says of one week is one finding. */
function differenceLine(shipped: readonly Judged[], fitted: readonly Judged[]): string {
  const [before, after] = [lossesOf(shipped), lossesOf(fitted)];
  const differences = shipped.filter(hasScenario).map(({ of }, index) => ({ of, by: (after[index] ?? 0) - (before[index] ?? 0) }));
  const weeks = Map.groupBy(differences, ({ of }) => `${of.dataset} ${Math.floor(of.detected_at / WEEK_MS)}`);
  const { mean, from, to } = meanWithRange([...weeks.values()].map((those) => those.map(({ by }) => by)));
  return `log loss, after less before: ${mean.toFixed(3)} (${from.toFixed(3)} to ${to.toFixed(3)} in 95 % of resamples of the ${weeks.size} weeks of a data set)`;
}

function confidenceLine(name: string, judged: readonly Judged[]): string {
  const told = confidenceTold(judged, "confidence");
  const bins = reliabilityTable(told).map(({ from, cases, came }) => `${from.toFixed(1)}+: ${figure(came)} of ${cases}`);
  return `${name.padEnd(9)} calibration error ${figure(calibrationError(told))}  right at a confidence of ${bins.join(", ")}`;
}

/** Before and after, on cases held out by time, in lines. */
export function forwardLines(cases: readonly RecordedCase[], { baseRates, shipped, tempered, fitted, steps }: Forward): string[] {
  const [before, after] = [forecastsOf(shipped), forecastsOf(fitted)];
  const datasets = [...Map.groupBy(shipped, ({ of }) => of.dataset)].map(([dataset]) => dataset);
  const within = (judged: readonly Judged[], dataset: string): Forecast[] => forecastsOf(judged.filter(({ of }) => of.dataset === dataset));
  const tables = (of: string, judged: readonly Judged[]): string[] => [
    `\n### ${of}: reliability of the likeliest scenario`,
    ...reliabilityLines(forecastsOf(judged).map(topOf)),
    `### ${of}: the likeliest scenario`,
    ...confusionLines(judged),
    `### ${of}: verdicts`,
    ...verdictLines(judged),
    falseAlarmLine(judged),
  ];
  return [
    ...dataLines(cases),
    `\n## held out by time: ${shipped.length} of ${cases.length} cases, ${before.length} with one of the three scenarios`,
    ...steps.map(({ train, test, from }) => `from ${day(from)}: ${test} tested, fitted on the ${train} whose outcome was known by then`),
    scoreLine("base rates of what was known", baseRates),
    scoreLine("before: shipped", before),
    scoreLine("shipped, only the temperature fitted", forecastsOf(tempered)),
    scoreLine("after: factors, prior, temperature", after),
    differenceLine(shipped, fitted),
    ...datasets.flatMap((dataset) => [
      scoreLine(`before, ${dataset}`, within(shipped, dataset)),
      scoreLine(`after,  ${dataset}`, within(fitted, dataset)),
    ]),
    ...tables("before", shipped),
    ...tables("after", fitted),
    "\n### confidence, against how often the likeliest scenario came",
    confidenceLine("before:", shipped),
    confidenceLine("after:", fitted),
  ];
}

/** What was fitted to all cases, in lines. */
export function modelLines({ prior, temperature, k, confidence }: Model): string[] {
  return [
    `prior ${Branch.options.map((branch) => `${branch} ${figure(prior[branch])}`).join(", ")}; temperature ${temperature.toFixed(3)}`,
    `factors ${Object.entries(k)
      .map(([code, factor]) => `${code} ${factor.toFixed(2)}`)
      .join(", ")}`,
    `confidence ${confidence.calibration === null ? "no map: too few cases, or too few right or wrong" : JSON.stringify(confidence.calibration)}`,
  ];
}
