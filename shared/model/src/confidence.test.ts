import { describe, expect, test } from "vitest";
import { answersOf, type StoredEvidence } from "./answers.ts";
import { calibrated, confidenceOf } from "./confidence.ts";
import { observed, requestFor, signal, unobserved } from "./evidence-for-tests.ts";
import { currentModel } from "./model-file.ts";
import { score } from "./score.ts";

function confidence(expects: string[], ...evidence: StoredEvidence[]) {
  const answers = answersOf(requestFor(...expects), evidence, currentModel);
  return confidenceOf(answers, score(answers, currentModel).posterior, { model: currentModel, ambiguous: false, resolved: true });
}
const crash = signal("tax", [4, -4, 0]);
const other = signal("buyers", [-4, 4, 0], { label: "ON-CHAIN" });

describe("confidence", () => {
  test("coverage is the weight that observed over the weight that applied", () => {
    expect(
      confidence(["security", "market"], observed("security", [crash]), unobserved("market", "unavailable", "429")).coverage,
    ).toBeCloseTo(2 / 3);
    expect(confidence(["security", "market"], observed("security", [crash])).coverage).toBeCloseTo(2 / 3);
    expect(
      confidence(["security", "market"], observed("security", [crash]), unobserved("market", "not_applicable", "no pool")).coverage,
    ).toBe(1);
  });

  test("an engine that found out nothing covers nothing", () => {
    expect(confidence(["security"], observed("security", [signal("tax", [0, 0, 0], { status: "unknown" })]))).toMatchObject({
      coverage: 0,
      value: 0,
    });
  });

  test("is at most a half when a decisive engine is missing", () => {
    const rest = observed("onchain", [signal("lp_drained", [4, -4, -4], { label: "ON-CHAIN" })]);
    const market = observed("market", [signal("fall", [2, -2, -2], { label: "MARKET" })]);
    const without = confidence(["security", "onchain", "market"], unobserved("security", "unavailable", "node down"), rest, market);
    expect(without.raw).toBeGreaterThan(0.5);
    expect(without.value).toBe(0.5);
  });

  test("falls when engines point to different scenarios", () => {
    const same = confidence(
      ["security", "onchain"],
      observed("security", [crash]),
      observed("onchain", [{ ...other, ...signal("b", [4, -4, 0]) }]),
    );
    const apart = confidence(["security", "onchain"], observed("security", [crash]), observed("onchain", [other]));
    expect(same.agreement).toBe(1);
    expect(apart.agreement).toBeCloseTo(0.5);
    expect(apart.value).toBeLessThan(same.value);
  });

  test("goes through the fitted map when the model has one", () => {
    expect(calibrated(0.4, null)).toBe(0.4);
    expect(calibrated(0, { kind: "platt", a: 3, b: 0 })).toBe(0.5);
    const map = {
      kind: "isotonic" as const,
      points: [
        [0.2, 0.1],
        [0.6, 0.5],
        [0.8, 0.9],
      ] as [number, number][],
    };
    expect([0, 0.2, 0.4, 0.6, 0.7, 1].map((x) => calibrated(x, map).toFixed(3))).toEqual([
      "0.100",
      "0.100",
      "0.300",
      "0.500",
      "0.700",
      "0.900",
    ]);
  });
});
