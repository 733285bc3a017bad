import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { bucketsOf, readsLikeScam, scamScore, scamTrainedOn } from "@token-sentiment/engine-sybil";
import { z } from "zod";
import type { EvaluationInput } from "../evaluation.ts";
import { figure, scores, share } from "../score.ts";
import { learnScam, type ScamExample } from "./learn-scam.ts";
import { readJsonLines } from "./read.ts";

const Row = z.object({ id: z.string(), text: z.string(), labels: z.array(z.string()) });

/** The labels that the data's authors collapse into `scam` (LABELS.md). */
const SCAM = new Set(
  "scam phishing malware fake_support recovery_scam job_scam romance_scam impersonation account_compromise spam reply_spam dm_spam promo affiliate lead_gen engagement_bait follow_train giveaway bot".split(
    " ",
  ),
);
const FOLDS = 4;
/** What the published model was wrong about among posts that are none. */
const PUBLISHED_FPR = 0.0121;

const fingerprint = (texts: readonly string[]): string =>
  createHash("sha256").update(texts.toSorted().join("\n")).digest("hex").slice(0, 16);

/** Labelled posts, and what the model makes of them. */
export interface ScamData {
  examples: ScamExample[];
  /** Scores by models that did not see the post nor one that begins alike. */
  held: number[];
  /** The score that `PUBLISHED_FPR` of those that are no scam exceed. */
  limit: number;
  fingerprint: string;
}

/** Reads them and learns in folds; undefined when the folder has no posts. */
export function readScams(folder: string): ScamData | undefined {
  const file = join(folder, "sample.jsonl.gz");
  if (!existsSync(file)) return undefined;
  const rows = readJsonLines(file).map((line) => Row.parse(line));
  const examples = rows.map(({ text, labels }) => ({ text, positive: labels.some((label) => SCAM.has(label)) }));
  const fold = examples.map(({ text }) => foldOf(text));
  const held = examples.map(() => 0);
  for (let out = 0; out < FOLDS; out += 1) {
    const model = learnScam(examples.filter((_, index) => fold[index] !== out));
    for (const [index, { text }] of examples.entries()) if (fold[index] === out) held[index] = scamScore(bucketsOf(text), model);
  }
  const calm = held.filter((_, index) => !examples[index]?.positive).toSorted((a, b) => b - a);
  return {
    examples,
    held,
    limit: calm[Math.floor(PUBLISHED_FPR * calm.length)] ?? 0,
    fingerprint: fingerprint(rows.map(({ text }) => text)),
  };
}

/** Posts that begin alike fall into one fold: a copy must not be learned from its sister. */
function foldOf(text: string): number {
  const start = text
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "")
    .slice(0, 15);
  return createHash("sha256").update(start).digest()[0]! % FOLDS;
}

/** The scam model on labelled posts: as it is shipped, and learned anew in folds. */
export function evaluateJanitr(folder: string, { say }: EvaluationInput): void {
  const data = readScams(folder);
  if (!data) return say("janitr: no sample.jsonl.gz");
  const { examples, held, limit } = data;
  const known = data.fingerprint === scamTrainedOn;
  say(
    `janitr, as shipped: ${told(
      examples,
      examples.map(({ text }) => readsLikeScam(text)),
    )}${known ? ": it was learned from these very posts, which proves nothing" : ""}`,
  );
  say(
    `janitr, learned in ${FOLDS} folds of these posts, limit set to the published rate of false ones: ${told(
      examples,
      held.map((score) => score > limit),
    )}`,
  );
}

function told(examples: readonly ScamExample[], found: readonly boolean[]): string {
  const count = (said: boolean, positive: boolean): number =>
    examples.filter((example, index) => found[index] === said && example.positive === positive).length;
  const [truePositives, falsePositives, falseNegatives] = [count(true, true), count(true, false), count(false, true)];
  const { precision, recall, f1 } = scores({ truePositives, falsePositives, falseNegatives });
  const others = falsePositives + count(false, false);
  return `scam P ${figure(precision)} R ${figure(recall)} (${share(truePositives, truePositives + falseNegatives)}) F1 ${figure(f1)}, FPR ${figure(falsePositives / others)} (${share(falsePositives, others)})`;
}
