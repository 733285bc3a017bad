import type { Branch, Verdict } from "@token-sentiment/client";

/** The scenarios, worst first, as people read them. */
export const branches: readonly { key: Branch; name: string; says: string }[] = [
  { key: "real_crash", name: "Real crash", says: "the trouble is real" },
  { key: "whale_manipulation", name: "Whale manipulation", says: "somebody large moves price or talk" },
  { key: "false_fud", name: "False FUD", says: "the alarm is false" },
];

/** What a verdict means. Grey where nothing is known: never green, never red. */
const verdicts: Record<Verdict, { name: string; tone: "good" | "calm" | "info" | "bad" | "unknown"; says: string }> = {
  ACCUMULATE: { name: "Accumulate", tone: "good", says: "The alarm looks false, and what was checked of the token is sound." },
  HOLD: { name: "Hold", tone: "calm", says: "Nothing was found that asks for action." },
  IGNORE_FUD: { name: "Ignore FUD", tone: "info", says: "The alarm looks false; not everything about the token could be called sound." },
  LIQUIDATE_LONGS: { name: "Liquidate longs", tone: "bad", says: "The trouble looks real, or selling is already impossible for some." },
  INSUFFICIENT_DATA: {
    name: "Insufficient data",
    tone: "unknown",
    says: "Too little is known to say anything. That is not the same as safe.",
  },
};

/** The verdict's words, also for one that this page is too old to know. */
export const verdictOf = (verdict: string) => Object.entries(verdicts).find(([key]) => key === verdict)?.[1] ?? verdicts.INSUFFICIENT_DATA;
