import { expect, test } from "vitest";
import type { Payload } from "@token-sentiment/contract";
import { artifactOf } from "./task.ts";

const payload = {
  request_id: "r",
  coin_symbol: "PEPE",
  status: "ok",
  executable_verdict: "LIQUIDATE_LONGS",
  confidence: 0.64,
  drama_index: 71,
  chatter_level: 0,
  risk_score: 20,
  dominant_branch: "real_crash",
  branch_probabilities: { real_crash: 0.8, false_fud: 0.05, whale_manipulation: 0.15 },
  evidence_chain: [],
  coordination_signals: { unique_author_ratio: 1, duplicate_text_cluster_size: 0, cross_platform_burst_window_minutes: 0 },
  served_from_cache: false,
  pipeline_elapsed_ms: 1200,
} satisfies Payload;
const sentenceOf = (of: Partial<Payload>): string | undefined => {
  const row = { job_id: "5c8f1a9e-3a5d-8b1c-9d2e-0f4a6b7c8d9e", status: "completed", coin_symbol: "PEPE", payload: { ...payload, ...of } };
  return artifactOf({ status: "completed", body: JSON.stringify(row) })?.parts[1].text;
};

test("a verdict is told in a sentence with what it rests on", () => {
  expect(sentenceOf({})).toMatch(
    /^PEPE: LIQUIDATE_LONGS, confidence 0.64, drama index 71 of 100, most likely real_crash\. Not financial advice/,
  );
});

test("where too little is known no scenario is called likely", () => {
  const sentence = sentenceOf({ executable_verdict: "INSUFFICIENT_DATA", confidence: 0, drama_index: 0 });
  expect(sentence).toMatch(/^PEPE: INSUFFICIENT_DATA, too little is known\. Not financial advice; unknown never means safe\.$/);
});
