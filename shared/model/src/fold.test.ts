import { TIMED_OUT } from "@token-sentiment/contract";
import { describe, expect, test } from "vitest";
import { observed, REQUEST_AT, requestFor, signal, unobserved } from "./evidence-for-tests.ts";
import { fold, type FoldInput } from "./fold.ts";

const input = (expects: string[], ...evidence: FoldInput["evidence"]): FoldInput => ({
  request: requestFor(...expects),
  requestAt: REQUEST_AT,
  evidence,
});
const chainOf = (given: FoldInput): string[] => {
  const { row } = fold(given);
  return row.status === "completed" ? row.payload.evidence_chain : [row.error];
};

const many = (engine: string, weight: number) =>
  observed(
    engine,
    Array.from({ length: 150 }, (_, n) => signal(`s${n}`, [weight + n / 1000, 0, 0], { text: `${engine} ${n} ${"é".repeat(200)}` })),
  );

describe("the end of a job", () => {
  const golden = input(
    ["security", "market", "sybil"],
    observed(
      "sybil",
      [signal("copies", [-0.5, 1.5, 1], { label: "SYBIL", text: "41 of 120 posts share one text", severity: 2, values: { posts: 120 } })],
      {
        measures: {
          unique_author_ratio: 0.62,
          duplicate_text_cluster_size: 41,
          cross_platform_burst_window_minutes: 7,
          chatter: 81.4,
          event: 0.8,
        },
        cached: true,
      },
    ),
    unobserved("market", "unavailable", "dexscreener answered 429"),
    observed("security", [
      signal("tax_none", [-0.5, 0.8, 0], { status: "clear", group: "structure", text: "buy tax 0 %, sell tax 0 %" }),
      signal("sell_works", [-1, 1, 0], { status: "clear", group: "structure", text: "12 of 12 recent buyers can sell" }),
      signal("owner", [0, 0, 0], { status: "unknown", text: "owner could not be read", source: "eth_call" }),
    ]),
  );

  test("is this payload for this evidence, byte for byte", async () => {
    const { report, ...rest } = fold(golden);
    const { model: _, ...told } = report;
    await expect(`${JSON.stringify({ ...rest, report: told }, null, 2)}\n`).toMatchFileSnapshot("../golden/payload.json");
  });

  test("is one payload over a thousand analyses, whoever asked and however the evidence was ordered, cached and timed", () => {
    const payloads = Array.from({ length: 1000 }, (_, turn) => {
      const evidence = golden.evidence.map(({ evidence: said, ...stored }, n) => ({
        ...stored,
        at: stored.at + ((turn * 7 + n) % 90),
        evidence: {
          ...said,
          cached: (turn + n) % 2 === 0,
          signals: said.signals.toSorted((a, b) => ((turn + a.code.length) % 3) - ((turn + b.code.length) % 2)),
        },
      }));
      const turned = [...evidence.slice(turn % 3), ...evidence.slice(0, turn % 3)];
      const { row } = fold({ ...golden, request: { ...golden.request, request_id: `req-${turn}` }, evidence: turned });
      if (row.status !== "completed") return row.error;
      const { request_id: _id, pipeline_elapsed_ms: _ms, served_from_cache: _cache, ...payload } = row.payload;
      return JSON.stringify(payload);
    });
    expect(new Set(payloads).size).toBe(1);
  });

  test("names the evidence it rests on in the order expected, and ignores what nobody expected", () => {
    const uninvited = observed("stranger", [signal("honeypot", [3.5, -3, 0], { critical: true })]);
    const folded = fold({ ...golden, evidence: [uninvited, ...golden.evidence] });
    expect(folded.used).toEqual([18, 16, 15]);
    expect(folded.row).toEqual(fold(golden).row);
  });

  test("took as long as the last fact used, by the broker's clock", () => {
    expect(fold(input(["security"], { ...observed("security", []), at: REQUEST_AT + 1234 })).row).toMatchObject({
      payload: { pipeline_elapsed_ms: 1234 },
    });
    expect(fold(input(["security"], { ...observed("security", []), at: REQUEST_AT - 5 })).row).toMatchObject({
      payload: { pipeline_elapsed_ms: 0 },
    });
  });

  test("comes from the cache only when all that was observed does", () => {
    const cached = observed("security", [], { cached: true });
    expect(fold(input(["security"], cached)).row).toMatchObject({ payload: { served_from_cache: true } });
    expect(fold(input(["security", "market"], cached, observed("market", []))).row).toMatchObject({
      payload: { served_from_cache: false },
    });
  });

  test("is degraded when an expected engine gave no evidence, not when it did not apply", () => {
    const security = observed("security", []);
    expect(fold(input(["security", "market"], security)).row).toMatchObject({ payload: { status: "degraded" } });
    expect(fold(input(["security", "market"], security, unobserved("market", "not_applicable", "no pool"))).row).toMatchObject({
      payload: { status: "ok" },
    });
  });

  test("is failed when nobody answered, and names those who could not", () => {
    expect(fold(input(["security", "market"])).row).toMatchObject({ status: "failed", error: TIMED_OUT });
    expect(fold(input(["security", "market"], unobserved("market", "unavailable", "dexscreener answered 429"))).row).toMatchObject({
      status: "failed",
      error: "no analysis engine could observe the token: security: it gave no answer in time; market: dexscreener answered 429",
    });
    expect(fold(input([])).row).toMatchObject({ status: "failed", error: "no analysis engine covers chain 1" });
  });

  test("is INSUFFICIENT_DATA when no engine applied, with a line that says why", () => {
    const folded = fold(input(["security"], unobserved("security", "not_applicable", "the request names no contract")));
    expect(folded.row).toMatchObject({
      status: "completed",
      payload: { executable_verdict: "INSUFFICIENT_DATA", confidence: 0, status: "ok" },
    });
    expect(JSON.stringify(folded.row)).toContain("[SECURITY] security engine not applicable: the request names no contract");
  });
});

describe("the evidence chain", () => {
  test("says why an engine is missing under that engine's label", () => {
    expect(chainOf(input(["security", "market"], observed("security", []), unobserved("market", "unavailable", "429")))).toContain(
      "[MARKET] market engine unavailable: 429",
    );
    expect(chainOf(input(["security", "onchain"], observed("security", [])))).toContain(
      "[ON-CHAIN] onchain engine unavailable: it gave no answer in time",
    );
  });

  test("gives defaults for coordination and says that nothing was assessed", () => {
    const { row } = fold(input(["security"], observed("security", [])));
    expect(row).toMatchObject({
      payload: { coordination_signals: { unique_author_ratio: 1, duplicate_text_cluster_size: 0, cross_platform_burst_window_minutes: 0 } },
    });
    expect(JSON.stringify(row)).toContain("[SYBIL] coordination not assessed");
  });

  test("keeps the strongest lines within 40 KiB, in engine order, and says how many it left out", () => {
    const chain = chainOf(input(["security", "onchain"], many("security", 1), many("onchain", 2)));
    expect(Buffer.byteLength(JSON.stringify(chain))).toBeLessThanOrEqual(40 * 1024);
    expect(chain.filter((line) => line.includes("onchain "))).toHaveLength(
      Math.min(150, chain.filter((line) => line.includes("é")).length),
    );
    expect(chain.at(-1)).toMatch(/^\[SECURITY\] \d+ weaker lines left out/);
    expect(chain).toContainEqual(expect.stringContaining("[SYBIL] coordination not assessed"));
  });

  test("shows text on one line, without controls or characters that turn it round", () => {
    const odd = signal("odd", [1, 0, 0], { text: " two\nlines\u202E \u0000 and \uD800 more " });
    expect(chainOf(input(["security"], observed("security", [odd])))[0]).toBe("[SECURITY] two lines and more");
  });
});

describe("the report", () => {
  test("ends at the posterior, and its lines add up to it", () => {
    const { report } = fold(
      input(
        ["security", "onchain"],
        observed("security", [signal("a", [2, -1, 0]), signal("b", [3, 0, 0])]),
        observed("onchain", [signal("c", [0, 2, 0])]),
      ),
    );
    expect(report.lines.map(({ code }) => code)).toEqual(["b", "a", "c"]);
    expect(report.lines.at(-1)?.posterior).toEqual(report.posterior);
    expect(report.lines.map(({ counted }) => counted.real_crash)).toEqual([3, 1, 0]);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });
});
