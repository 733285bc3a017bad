import type { Branch, Payload, Verdict } from "../analysis.ts";
import { type Paint, plain } from "./paint.ts";

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A bar of `share` (0..1) of `width` characters, padded to that width. */
function bar(share: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * width * 8);
  return `${"█".repeat(Math.floor(eighths / 8))}${EIGHTHS[eighths % 8] ?? ""}`.padEnd(width, "·");
}

const branches: readonly [Branch, string, "red" | "yellow" | "green"][] = [
  ["real_crash", "real crash", "red"],
  ["whale_manipulation", "whale manipulation", "yellow"],
  ["false_fud", "false FUD", "green"],
];

/** What the words mean; grey where nothing is known. */
const verdicts: Record<Verdict, { colour: "green" | "red" | "blue" | "cyan" | "gray"; says: string }> = {
  ACCUMULATE: { colour: "green", says: "the alarm looks false and the token sound" },
  HOLD: { colour: "blue", says: "nothing seen that asks for action" },
  IGNORE_FUD: { colour: "cyan", says: "the alarm looks false" },
  LIQUIDATE_LONGS: { colour: "red", says: "the trouble looks real" },
  INSUFFICIENT_DATA: { colour: "gray", says: "too little is known to say; that is not the same as safe" },
};

/** Only what is certain is told as 100 %. */
const percent = (share: number): string => `${Math.min(share * 100, share < 1 ? 99.9 : 100).toFixed(1)} %`.padStart(7);

const LINES_OF_ONE_LABEL = 4;

/** The first lines of each label, which are its most informative, in the order of the chain. */
function strongest(chain: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return chain.filter((line) => {
    const label = line.slice(0, line.indexOf("]"));
    const count = (seen.get(label) ?? 0) + 1;
    seen.set(label, count);
    return count <= LINES_OF_ONE_LABEL;
  });
}

/** A finished analysis for a terminal of `columns` characters. */
export function card({ job_id, payload }: { job_id: string; payload: Payload }, paint: Paint, columns = 80): string {
  const { executable_verdict: verdict, branch_probabilities: shares, evidence_chain: chain, confidence } = payload;
  const { colour, says } = verdicts[verdict];
  const width = Math.max(10, Math.min(40, columns - 34));
  const level = (name: string, value: number): string =>
    `  ${name.padEnd(19)}${paint("dim", bar(value / 100, width))} ${String(value).padStart(4)} / 100`;
  const told = strongest(chain).map((line) => `  ${shorten(plain(line), columns - 4)}`);
  const rest = chain.length - told.length;
  return [
    "",
    `  ${paint("bold", plain(payload.coin_symbol))}  ${paint([colour, "bold"], verdict)}  ${says}`,
    "",
    `  ${"confidence".padEnd(19)}${bar(confidence, width)} ${confidence.toFixed(2).padStart(5)}`,
    ...branches.map(([branch, name, hue]) => `  ${name.padEnd(19)}${paint(hue, bar(shares[branch], width))} ${percent(shares[branch])}`),
    level("drama", payload.drama_index),
    level("risk", payload.risk_score),
    level("chatter", payload.chatter_level),
    "",
    ...told,
    ...(rest > 0 ? [`  and ${rest} more lines (--json)`] : []),
    "",
    ...(payload.status === "degraded" ? [`  ${paint("yellow", "degraded")}: an expected engine gave no evidence`] : []),
    paint(
      "dim",
      `  job ${job_id}, ${(payload.pipeline_elapsed_ms / 1000).toFixed(1)} s${payload.served_from_cache ? ", from the cache" : ""}`,
    ),
    paint("dim", "  Not financial advice."),
    "",
  ].join("\n");
}

const shorten = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max - 1)}…`);
