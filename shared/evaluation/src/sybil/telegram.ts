import { assess, type Assessment } from "@token-sentiment/engine-sybil";
import type { EvaluationInput } from "../evaluation.ts";
import { figure, share } from "../score.ts";
import { areaUnderCurve, type Labelled } from "../solana/area-under-curve.ts";
import { likeVolumeArea } from "./like-volume.ts";
import { telegramRows, telegramWindows } from "./telegram-windows.ts";

/** The engine's signals by name, the greater the more staged. */
const SIGNALS: Record<string, (assessment: Assessment) => number> = {
  "duplicate cluster": ({ largestCluster }) => largestCluster,
  "author ratio": ({ authorRatio }) => -authorRatio,
  "author ratio, rarefied (U100)": ({ rarefiedRatio }) => -rarefiedRatio,
  "accounts acting together": ({ coAction }) => coAction.accounts,
  "share of coordinated posts": ({ coordinated }) => coordinated.shareAtLeast,
  "the whole (staged)": ({ staged }) => staged,
  "count alone": ({ posts }) => posts,
};

/** Windows around announced pumps against windows without one, on the same channels. */
export function evaluateTelegram(folder: string, { say }: EvaluationInput): void {
  const rows = telegramRows(folder);
  if (rows.length === 0) return say("telegram: no messages.jsonl.gz or no windows_pump_vs_quiet.csv");
  const judged = telegramWindows(folder, rows).map(({ kind, sample }) => ({ positive: kind === "pump", assessment: assess(sample) }));
  const pumps = judged.filter(({ positive }) => positive).length;
  say(`telegram: ${share(judged.length, rows.length)} windows with their messages, ${pumps} pump, ${judged.length - pumps} quiet`);
  for (const [name, valueOf] of Object.entries(SIGNALS)) {
    const cases = judged.map(({ positive, assessment }) => ({ positive, value: valueOf(assessment), volume: assessment.posts }));
    const { area, pairs } = likeVolumeArea(cases);
    say(`telegram ${name}: AUC ${figure(areaUnderCurve(cases))}, among windows of like volume ${figure(area)} (${pairs} pairs)`);
  }
  const published: Labelled[] = rows.map(({ kind, dup }) => ({ positive: kind === "pump", value: Number(dup) }));
  const ratio: Labelled[] = rows.map(({ kind, uar }) => ({ positive: kind === "pump", value: -Number(uar) }));
  say(
    `telegram, the windows' own columns: duplicate cluster AUC ${figure(areaUnderCurve(published))}, author ratio ${figure(areaUnderCurve(ratio))}`,
  );
  const isFound = ({ assessment }: (typeof judged)[number]): boolean => assessment.coordinated.accounts > 0;
  const found = judged.filter(isFound);
  const right = found.filter(({ positive }) => positive).length;
  say(`telegram coordination named: ${share(right, pumps)} pump windows, ${share(found.length - right, judged.length - pumps)} quiet ones`);
  say("telegram burst across platforms: not assessable, one platform");
}
