import { currentModel } from "@token-sentiment/model";
import { forecastsOf, judge, type Judged } from "./aggregator/judged.ts";
import { replayAll, replays } from "./aggregator/replays.ts";
import { topOf } from "./aggregator/scores-of.ts";
import { confusionLines, dataLines, falseAlarmLine, reliabilityLines, scoreLine, verdictLines } from "./aggregator/tables.ts";
import type { Evaluation } from "./evaluation.ts";

const yearOf = ({ of }: Judged): string => String(new Date(of.detected_at).getUTCFullYear());

const byTime = (a: Judged, b: Judged): number => a.of.detected_at - b.of.detected_at;

/** The shipped model over everything that the engines can be run over. */
export const evaluation: Evaluation = {
  title: "the shipped model on what the engines themselves say of recorded cases, each frozen when it was detected",
  datasets: Object.keys(replays),
  async run(input) {
    const { say } = input;
    const judged = (await replayAll(input)).map((one) => judge(one));
    const forecasts = forecastsOf(judged);
    say(`model ${currentModel.version}, ${judged.length} cases, of which ${forecasts.length} with one of the three scenarios`);
    for (const line of dataLines(judged.map(({ of }) => of))) say(line);
    say("\n## forecasts; nothing is fitted by this run");
    say(scoreLine("all", forecasts));
    for (const [dataset, those] of Map.groupBy(judged, ({ of }) => of.dataset)) say(scoreLine(dataset, forecastsOf(those)));
    for (const [year, those] of Map.groupBy(judged.toSorted(byTime), yearOf)) say(scoreLine(year, forecastsOf(those)));
    const parts: [string, string[]][] = [
      ["reliability of the likeliest scenario", reliabilityLines(forecasts.map(topOf))],
      ["confusion", confusionLines(judged)],
      ["verdicts", [...verdictLines(judged), falseAlarmLine(judged)]],
    ];
    for (const [title, lines] of parts) for (const line of [`\n## ${title}`, ...lines]) say(line);
    for (const [dataset, those] of Map.groupBy(judged, ({ of }) => of.dataset)) {
      for (const line of [`\n## verdicts on ${dataset}`, ...verdictLines(those), falseAlarmLine(those)]) say(line);
    }
  },
};
