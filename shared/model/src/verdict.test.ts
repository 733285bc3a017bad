import { describe, expect, test } from "vitest";
import { observed, REQUEST_AT, requestFor, signal, unobserved } from "./evidence-for-tests.ts";
import type { StoredEvidence } from "./answers.ts";
import { fold } from "./fold.ts";
import { currentModel, modelOf } from "./model-file.ts";
import { verdictTable } from "./verdict.ts";

const event = { event: 0.8 };
const falseAlarm = signal("broad_small_sellers", [-0.8, 2, -0.8], { label: "ON-CHAIN" });
const crash = signal("sell_tax", [2, -1.5, 0], { severity: 3 });
const crash2 = signal("owner_can_block", [1.5, -1, 0], { severity: 2 });
const honeypot = signal("honeypot", [3.5, -3, -0.5], { critical: true, severity: 3 });

function verdictOf(expects: string[], ...evidence: StoredEvidence[]) {
  const folded = fold({ request: requestFor(...expects), requestAt: REQUEST_AT, evidence });
  return { row: folded.report.verdict_row, verdict: folded.row.status === "completed" ? folded.row.payload.executable_verdict : "failed" };
}

/** A symbol that nobody could tie to a contract, and much talk about it. */
function unresolved(): ReturnType<typeof verdictOf> {
  const { contract_address: _, ...request } = requestFor("security", "sybil");
  const talk = signal("coordinated_fear", [-0.8, 4, 0.8], { label: "SYBIL", values: { posts: 5000 } });
  const evidence = [unobserved("security", "not_applicable", "no contract address"), observed("sybil", [talk], { measures: event })];
  const folded = fold({ request, requestAt: REQUEST_AT, evidence });
  return { row: folded.report.verdict_row, verdict: folded.row.status === "completed" ? folded.row.payload.executable_verdict : "failed" };
}

/** For every row of the table an evidence that reaches it, and the verdict that follows. */
const cases: Record<string, ReturnType<typeof verdictOf>> = {
  "critical finding": verdictOf(["security", "onchain", "market"], observed("security", [honeypot])),
  "no such token": unresolved(),
  "too little covered": verdictOf(["security", "onchain", "market"], observed("security", [crash])),
  "too little confidence": verdictOf(["security"], observed("security", [signal("tax", [0.1, 0, 0])], { measures: event })),
  "danger, and no event measured": verdictOf(["security"], observed("security", [crash, crash2])),
  "no event": verdictOf(["security"], observed("security", [falseAlarm], { measures: { event: 0.1 } })),
  crash: verdictOf(["security"], observed("security", [crash], { measures: event })),
  "suspected critical finding": verdictOf(
    ["security"],
    observed("security", [signal("honeypot", [0.2, 0, 0], { critical: true, status: "inconclusive", reliability: 0.5 }), falseAlarm], {
      measures: event,
    }),
  ),
  "false alarm on a sound token": verdictOf(["security"], observed("security", [falseAlarm], { measures: event })),
  "false alarm": verdictOf(
    ["security"],
    observed("security", [falseAlarm, signal("owner_can_block", [0, 0, 0], { severity: 3 })], { measures: event }),
  ),
  otherwise: verdictOf(["onchain"], observed("onchain", [signal("whale_sold", [-1, -1, 2], { label: "ON-CHAIN" })], { measures: event })),
};

describe("the verdict table", () => {
  const expected: [string, string][] = [
    ...verdictTable.map(({ name, verdict }): [string, string] => [name, verdict]),
    ["otherwise", "HOLD"],
  ];
  test.each(expected)("row '%s' is reached by some evidence and says %s", (name, verdict) => {
    expect(cases[name]).toEqual({ row: name, verdict });
  });

  test("a critical hit decides whatever else is missing", () => {
    const half = { ...honeypot, reliability: 0.7 };
    expect(verdictOf(["security", "onchain", "market", "sybil"], observed("security", [half])).verdict).toBe("LIQUIDATE_LONGS");
  });

  test("a critical hit below the model's reliability does not decide, unless a second source makes it surer", () => {
    const doubtful = { ...honeypot, reliability: 0.6 };
    expect(verdictOf(["security"], observed("security", [doubtful])).row).not.toBe("critical finding");
    const second = { ...doubtful, source: "honeypot.is" };
    expect(verdictOf(["security"], observed("security", [doubtful, second])).row).toBe("critical finding");
    expect(verdictOf(["security"], observed("security", [doubtful, { ...doubtful }])).row).not.toBe("critical finding");
  });

  test("a token on which no event was found is HOLD however bad its findings are, and the chain says that this is not safety", () => {
    const calm = observed("security", [crash, crash2], { measures: { event: 0.2 } });
    const folded = fold({ request: requestFor("security"), requestAt: REQUEST_AT, evidence: [calm] });
    expect(folded.row).toMatchObject({ payload: { executable_verdict: "HOLD" } });
    expect(JSON.stringify(folded.row)).toMatch(
      /no event found: the strongest measured is 0.20 .* HOLD says that nothing happens, not that it is safe/,
    );
  });

  test("a model without a mark for danger has neither its row nor its words, so that rows of that model can be folded again", () => {
    const input = { request: requestFor("security"), requestAt: REQUEST_AT, evidence: [observed("security", [crash, crash2])] };
    const before = fold(input, modelOf("expert-2"));
    expect(before.report.verdict_row).toBe("no event");
    expect(JSON.stringify(before.row)).not.toContain("all the same");
    expect([before.modelVersion, fold(input).modelVersion]).toEqual(["expert-2", currentModel.version]);
  });

  test("a token on which nobody measured an event is HOLD, and the chain says that nobody did", () => {
    const folded = fold({ request: requestFor("security"), requestAt: REQUEST_AT, evidence: [observed("security", [falseAlarm])] });
    expect(folded.row).toMatchObject({ status: "completed", payload: { executable_verdict: "HOLD" } });
    expect(JSON.stringify(folded.row)).toContain("[MARKET] no event found: no engine measured");
    expect(folded.report.event).toEqual({ measured: null, threshold: 0.3, found: false });
  });
});
