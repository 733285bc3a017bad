import { existsSync } from "node:fs";
import { join } from "node:path";
import { assess, type Assessment, type Post } from "@token-sentiment/engine-sybil";
import { z } from "zod";
import type { EvaluationInput } from "../evaluation.ts";
import { figure, share } from "../score.ts";
import { areaUnderCurve, type Labelled } from "../solana/area-under-curve.ts";
import { likeVolumeArea } from "./like-volume.ts";
import { readJsonLines, readQuotedCsv } from "./read.ts";

const Message = z.object({
  channel_id: z.number(),
  id: z.number(),
  date: z.iso.datetime(),
  text: z.string(),
  fwd_from_channel: z.union([z.number(), z.string()]).nullable(),
});

const BEFORE_MS = 30 * 60_000;
const AFTER_MS = 15 * 60_000;

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

/** Windows around announced pumps against windows without one, on the same channels. The channel is the author, a forward a repost of its origin. */
export function evaluateTelegram(folder: string, { say }: EvaluationInput): void {
  const [messages, windows] = [join(folder, "messages.jsonl.gz"), join(folder, "windows_pump_vs_quiet.csv")];
  if (!existsSync(messages) || !existsSync(windows)) return say("telegram: no messages.jsonl.gz or no windows_pump_vs_quiet.csv");
  const posts = readJsonLines(messages)
    .map((line) => postOf(Message.parse(line)))
    .toSorted((a, b) => a.at - b.at);
  const rows = readQuotedCsv(windows);
  const judged = rows.flatMap(({ kind, coin = "", t0, n }) => {
    const from = Number(t0) * 1000 - BEFORE_MS;
    const until = Number(t0) * 1000 + AFTER_MS;
    const within = posts.filter(({ at }) => at >= from && at <= until);
    // a window that held something, of which nothing is here
    if (within.length === 0 && Number(n) > 0) return [];
    const platforms = [{ platform: "telegram" as const, since: from }];
    return [{ positive: kind === "pump", assessment: assess({ posts: within, platforms, until, symbol: coin, found: within.length }) }];
  });
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

function postOf({ channel_id, id, date, text, fwd_from_channel }: z.infer<typeof Message>): Post {
  const post: Post = { platform: "telegram", id: `${channel_id}/${id}`, author: `telegram:${channel_id}`, text, at: Date.parse(date) };
  // the origin's number is not in the data: the same words of the same channel are the same message
  return fwd_from_channel === null ? post : { ...post, repostOf: `${fwd_from_channel} ${text}` };
}
