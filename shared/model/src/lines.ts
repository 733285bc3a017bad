import type { Label } from "@token-sentiment/contract";
import { type Answer, isMissing } from "./answers.ts";
import type { Model } from "./model-file.ts";
import { strengthOf } from "./observation.ts";

/** One line of the evidence chain. */
interface Line {
  label: Label;
  text: string;
  /** In nats; lines that say what was not done are never cut. */
  strength: number;
}

/** Text on one line, without controls or invisible characters, never empty. */
const plain = (text: string): string => text.replaceAll(/[\p{C}\p{Z}]+/gu, " ").trim() || "(no text)";

/** A line as clients read it. */
const format = ({ label, text }: Line): string => `[${label}] ${plain(text)}`;

const kept = (label: Label, text: string): Line => ({ label, text, strength: Infinity });

/** Why an engine has no observation. */
export const reasonOf = (answer: Answer): string =>
  plain(answer.stored?.evidence.reason ?? (answer.outcome === "silent" ? "it gave no answer in time" : "it gave no reason"));

function linesOf(answer: Answer, model: Model): Line[] {
  if (isMissing(answer)) return [kept(answer.model.label, `${answer.engine} engine unavailable: ${reasonOf(answer)}`)];
  if (answer.outcome === "not_applicable") return [kept(answer.model.label, `${answer.engine} engine not applicable: ${reasonOf(answer)}`)];
  return answer.observations.map((observation) => ({
    label: observation.signal.label,
    text: observation.signal.text,
    strength: strengthOf(observation, model),
  }));
}

/** What nobody looked at, said rather than left out. */
export interface Remarks {
  event: number | undefined;
  calm: boolean;
  /** What became of the posts: assessed, none there, or nobody read any. */
  posts: "assessed" | "none" | "unread";
  /** Which contract was judged, when the request named none. */
  resolution: string | undefined;
}

const unassessed = {
  none: "coordination not assessed: no posts were found, so the coordination signals are defaults",
  unread: "coordination not assessed: no engine read any posts, so the coordination signals are defaults",
};

function remarks({ event, calm, posts, resolution }: Remarks, model: Model): Line[] {
  return [
    ...(resolution === undefined ? [] : [kept("MARKET", resolution)]),
    ...(posts === "assessed" ? [] : [kept("SYBIL", unassessed[posts])]),
    ...(!calm
      ? []
      : event === undefined
        ? [kept("MARKET", "no event found: no engine measured drawdown, volume, chatter or coordination of this token")]
        : [
            kept("MARKET", `no event found: the strongest measured is ${event.toFixed(2)} of 1, below ${model.event_threshold.toFixed(2)}`),
          ]),
  ];
}

const encoder = new TextEncoder();
/** Bytes a line takes in JSON, with its comma. */
const bytesOf = (line: Line): number => encoder.encode(JSON.stringify(format(line))).length + 1;

/** The strongest lines that fit, in the order they had; what was cut is said in a line. */
function fit(lines: Line[], limit: number): Line[] {
  const total = lines.reduce((sum, line) => sum + bytesOf(line), 2);
  if (total <= limit) return lines;
  const cut = (count: number, label: Label): Line =>
    kept(label, `${count} weaker ${count === 1 ? "line" : "lines"} left out to keep this list within ${Math.floor(limit / 1024)} KiB`);
  const ranked = lines.toSorted((a, b) => (a.strength === b.strength ? 0 : b.strength - a.strength));
  let left = limit - 2 - bytesOf(cut(lines.length, "SECURITY"));
  const fitting = ranked.findIndex((line) => (left -= bytesOf(line)) < 0);
  const chosen = new Set(ranked.slice(0, fitting));
  return [...lines.filter((line) => chosen.has(line)), cut(ranked.length - fitting, ranked[fitting]?.label ?? "SECURITY")];
}

/**
 * `evidence_chain`: engines in the order of `request.expects`, within each the most informative line first; an engine without an observation
 * says why, under its own label; then what nobody looked at. Within the model's bytes: the weakest lines go, and a line says how many.
 */
export function evidenceChain(answers: readonly Answer[], model: Model, about: Remarks): string[] {
  const lines = [...answers.flatMap((answer) => linesOf(answer, model)), ...remarks(about, model)];
  return fit(lines, model.chain_bytes).map(format);
}
