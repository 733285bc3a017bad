import { classesOf, linesOf } from "./classes.ts";
import type { Judgement } from "./judge-sample.ts";
import { type ClassName, classNames } from "./sample.ts";
import { scoreLine, countsOf } from "./scores.ts";

/** A sample with what is so and what the engine says; what could not be judged counts as not found. */
interface Row {
  judgement: Judgement;
  name: ClassName;
  truth: boolean;
  said: boolean;
}

/** The labels speak of a contract in any state: before its owner opened it, and after. */
const everSaid = ({ signals, unopened }: Extract<Judgement, { judged: true }>) => [...signals, ...unopened];

/** Prints precision, recall and F1 per class on what could be judged and on all, and every miss with its reason. */
export function reportRugPulls(judgements: readonly Judgement[], say: (line: string) => void): void {
  if (judgements.length === 0) return;
  const rows = judgements.flatMap((judgement) =>
    classNames.map((name): Row => {
      const said = judgement.judged && classesOf(everSaid(judgement))[name];
      return { judgement, name, truth: judgement.sample.truth?.[name] === true, said };
    }),
  );
  const judged = rows.filter((row) => row.judgement.judged);
  say(`## labelled rug pulls: ${judgements.filter((one) => one.judged).length} of ${judgements.length} could be judged`);
  for (const [title, among] of [
    ["on the contracts that could be judged", judged],
    ["on all, those that could not be judged counted as not found", rows],
  ] as const) {
    say(`### ${title}`);
    for (const name of classNames) say(scoreLine(name, countsOf(among.filter((row) => row.name === name))));
    say(scoreLine("all", countsOf(among)).replace("contracts", "labels"));
  }
  say("### misses");
  for (const name of classNames) {
    for (const row of rows.filter((one) => one.name === name && one.truth !== one.said)) say(missLine(row));
  }
  say("### not judged");
  for (const one of judgements)
    if (!one.judged)
      say(`${one.sample.address}: ${[one.why, one.how].filter((text) => text !== "").join(" (")}${one.how === "" ? "" : ")"}`);
}

function missLine({ judgement, name, said }: Row): string {
  const { sample, how } = judgement;
  if (!judgement.judged) return `${name} not found ${sample.address}: not judged, ${judgement.why}`;
  const lines = linesOf(everSaid(judgement), name)
    .filter(({ status }) => (said ? status === "hit" : true))
    .map(({ text, status }) => `${text} [${status}]`);
  return `${name} ${said ? "not labelled" : "not found"} ${sample.address}: ${lines.join("; ") || "the engine has no line on it"} (${how})`;
}
