import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { Label, SignalStatus } from "@token-sentiment/contract";
import { observed, REQUEST_AT, requestFor, signal } from "./evidence-for-tests.ts";
import { fold } from "./fold.ts";

/** What the engines said of two calm, clean tokens of the local market (OAK on Ethereum, BRIAR on Solana): weights real_crash, false_fud, whale. */
const Recorded = z.record(
  z.string(),
  z.object({
    expects: z.array(z.string()),
    lines: z.array(
      z.object({
        engine: z.string(),
        code: z.string(),
        label: Label,
        status: SignalStatus,
        group: z.string().optional(),
        severity: z.int().optional(),
        weights: z.tuple([z.number(), z.number(), z.number()]),
        reliability: z.number(),
        source: z.string(),
      }),
    ),
  }),
);
const recorded = Recorded.parse(JSON.parse(readFileSync(new URL("../golden/calm.json", import.meta.url), "utf8")));
const SEED = 20_261_121;
const TOKENS = 50;

/** A calm token: how much its talk and its price move, how surely each fact was seen, and which weaker remarks were made at all. */
const Token = fc.record({
  like: fc.constantFrom(...Object.values(recorded)),
  event: fc.double({ min: 0, max: 0.29, noNaN: true }),
  chatter: fc.double({ min: 0, max: 60, noNaN: true }),
  posts: fc.nat(400),
  sure: fc.array(fc.double({ min: 0.7, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 }),
  seen: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 }),
});

const tokens = fc.sample(Token, { seed: SEED, numRuns: TOKENS });
const payloadOf = ({ like, event, chatter, posts, sure, seen }: (typeof tokens)[number], measured = event) => {
  const evidence = like.expects.map((engine) => {
    const signals = like.lines
      .map((line, n) => ({ line, n }))
      .filter(({ line, n }) => line.engine === engine && (line.weights.some((nats) => nats !== 0) || (seen[n % 64] ?? 1) > 0.3))
      .map(({ line: { code, weights, engine: _engine, ...rest }, n }) =>
        signal(code, weights, { ...rest, reliability: rest.reliability * (sure[n % 64] ?? 1), values: { posts } }),
      );
    const measures = engine === "sybil" ? { chatter } : engine === "market" ? { event: measured } : {};
    return observed(engine, signals, { measures });
  });
  const { row } = fold({ request: requestFor(...like.expects), requestAt: REQUEST_AT, evidence });
  if (row.status !== "completed") throw new Error(row.error);
  return row.payload;
};

test("fifty calm clean tokens are HOLD, not ACCUMULATE, and say that no event was found", () => {
  const payloads = tokens.map((token) => payloadOf(token));
  expect(payloads.map(({ executable_verdict }) => executable_verdict)).toEqual(Array<string>(TOKENS).fill("HOLD"));
  for (const { evidence_chain, dominant_branch } of payloads) {
    expect(dominant_branch).toBe("false_fud");
    expect(evidence_chain.join("\n")).toContain("[MARKET] no event found: the strongest measured is");
  }
});

test("the same fifty in the midst of an event would be ACCUMULATE: it is the calm that holds them", () => {
  const verdicts = new Set(tokens.map((token) => payloadOf(token, 0.8).executable_verdict));
  expect([...verdicts].toSorted()).toEqual(["ACCUMULATE"]);
});
