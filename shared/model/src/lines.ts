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

/** Printable ASCII, one space between words: most text, and quick to tell. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Text on one line, without controls or invisible characters, never empty. */
export const plain = (text: string): string => (PLAIN.test(text) ? text : text.replaceAll(/[\p{C}\p{Z}]+/gu, " ").trim() || "(no text)");

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

/** What the lines that no engine sent are made of. */
export interface About {
  /** The strongest event measured; undefined = nobody measured one. */
  event: number | undefined;
  /** True when no event was found. */
  calm: boolean;
  /** Set when no event was found and the findings are a crash's all the same. */
  danger: { real_crash: number; risk: number } | undefined;
  /** What became of the posts: assessed, none there, or nobody read any. */
  posts: "assessed" | "none" | "unread";
  /** Which contract was judged, when the request named none. */
  resolution: string | undefined;
}

const unassessed = {
  none: "coordination not assessed: no posts were found, so the coordination signals are defaults",
  unread: "coordination not assessed: no engine read any posts, so the coordination signals are defaults",
};

function calmLine({ event, danger }: About, { event_threshold }: Model): string {
  const bad = danger && `real_crash is ${danger.real_crash.toFixed(2)} and the risk score ${danger.risk} all the same`;
  if (event === undefined)
    return `no event found: no engine measured drawdown, volume, chatter or coordination of this token${bad ? `; ${bad}: nobody knows whether it has begun` : ""}`;
  const found = `no event found: the strongest measured is ${event.toFixed(2)} of 1, below ${event_threshold.toFixed(2)}`;
  return bad ? `${found}; ${bad}: HOLD says that nothing happens, not that it is safe` : found;
}

/** What nobody looked at, said rather than left out, and which contract was judged. */
export function remarksOf(about: About, model: Model): string[] {
  const { calm, posts, resolution } = about;
  return [
    ...(resolution === undefined ? [] : [kept("MARKET", resolution)]),
    ...(posts === "assessed" ? [] : [kept("SYBIL", unassessed[posts])]),
    ...(calm ? [kept("MARKET", calmLine(about, model))] : []),
  ].map(format);
}

const encoder = new TextEncoder();
/** Bytes a line takes in JSON, with its comma. */
const bytesOf = (line: string | string[]): number => encoder.encode(JSON.stringify(line)).length + 1;

/** The strongest lines that fit, in the order they had; what was cut is said in a line. `remarks` are never cut. */
function fit(lines: Line[], remarks: readonly string[], limit: number): string[] {
  const all = [
    ...lines.map((line) => ({ line: format(line), ...line })),
    ...remarks.map((line) => ({ line, strength: Infinity, label: undefined })),
  ];
  const whole = all.map(({ line }) => line);
  // A JSON array has a comma less than lines.
  if (bytesOf(whole) <= limit) return whole;
  const cut = (count: number, label: Label): string =>
    `[${label}] ${count} weaker ${count === 1 ? "line" : "lines"} left out to keep this list within ${Math.floor(limit / 1024)} KiB`;
  const ranked = all.toSorted((a, b) => (a.strength === b.strength ? 0 : b.strength - a.strength));
  let left = limit - 2 - bytesOf(cut(all.length, "SECURITY"));
  const fitting = ranked.findIndex(({ line }) => (left -= bytesOf(line)) < 0);
  const chosen = new Set(ranked.slice(0, fitting));
  return [
    ...all.filter((one) => chosen.has(one)).map(({ line }) => line),
    cut(ranked.length - fitting, ranked[fitting]?.label ?? "SECURITY"),
  ];
}

/**
 * `evidence_chain`: engines in the order of `request.expects`, within each the most informative line first; an engine without an observation
 * says why, under its own label; then `remarks`. Within the model's bytes: the weakest lines go, and a line says how many.
 */
export const evidenceChain = (answers: readonly Answer[], remarks: readonly string[], model: Model): string[] =>
  fit(
    answers.flatMap((answer) => linesOf(answer, model)),
    remarks,
    model.chain_bytes,
  );
