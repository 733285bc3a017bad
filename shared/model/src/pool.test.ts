import type { Signal } from "@token-sentiment/contract";
import { describe, expect, test } from "vitest";
import { signal } from "./evidence-for-tests.ts";
import { currentModel } from "./model-file.ts";
import { pool } from "./pool.ts";

const of = (engine: string, ...signals: Signal[]) => signals.map((one) => ({ engine, signal: one }));
const crash = (...observations: ReturnType<typeof of>) => pool(observations, currentModel).real_crash;

const drop = (weight: number) => signal(`drawdown_${weight}`, [weight, 0, 0], { group: "drawdown" });

describe("the log-likelihood pool", () => {
  test("adds signals that tell different facts", () => {
    expect(crash(...of("security", signal("a", [1, 0, 0]), signal("b", [1.5, 0, 0])))).toBeCloseTo(2.5);
  });

  test("counts the strongest of a group in full and each further one by 0.3", () => {
    const group = { group: "powers" };
    expect(
      crash(...of("security", signal("a", [1, 0, 0], group), signal("b", [2, 0, 0], group), signal("c", [1, 0, 0], group))),
    ).toBeCloseTo(2.6);
  });

  test("lets a second source of the same fact raise its reliability and nothing else", () => {
    const once = signal("mint", [2, 0, 0], { reliability: 0.5 });
    expect(crash(...of("security", once, { ...once, source: "goplus" }))).toBeCloseTo(2 * 0.75);
    expect(crash(...of("security", once, { ...once }))).toBeCloseTo(2 * 0.5);
    const sure = { ...once, reliability: 1 };
    expect(crash(...of("security", sure), ...of("onchain", { ...sure, source: "goplus" }))).toBeCloseTo(2);
  });

  test("holds what one engine says within its cap, both ways", () => {
    const many = [1, 2, 3, 4].map((n) => signal(`s${n}`, [3, -3, 0]));
    expect(pool(of("security", ...many), currentModel)).toEqual({ real_crash: 4, false_fud: -4, whale_manipulation: 0 });
    expect(crash(...of("market", ...many))).toBe(2);
    expect(crash(...of("nobody-knows-it", ...many))).toBe(2);
  });

  test("counts a fact that two engines saw once, beside what each says alone", () => {
    expect(crash(...of("onchain", drop(1.5)), ...of("market", drop(1)))).toBeCloseTo(1.8);
  });

  test("does not lose in one engine's cap what another engine saw too", () => {
    const loud = signal("volume", [2, 0, 0]);
    const seen = crash(...of("market", loud, drop(1.6)), ...of("onchain", drop(1.5)));
    expect(seen).toBeCloseTo(2 + 1.6 + 0.3 * 1.5);
    expect(seen).toBeGreaterThan(crash(...of("market", loud), ...of("onchain", drop(1.5))));
  });

  test("an unknown weighs nothing, an unreliable one in proportion", () => {
    expect(crash(...of("security", signal("a", [3, 0, 0], { status: "unknown" })))).toBe(0);
    expect(crash(...of("security", signal("a", [3, 0, 0], { status: "inconclusive", reliability: 0.5 })))).toBeCloseTo(1.5);
  });

  test("weighs a reader of posts by n/(n+60), and not at all when it does not say how many it read", () => {
    expect(crash(...of("sybil", signal("copies", [2, 0, 0], { values: { posts: 60 } })))).toBeCloseTo(1);
    expect(crash(...of("sybil", signal("copies", [2, 0, 0])))).toBe(0);
  });

  test("scales a code by its fitted factor", () => {
    expect(pool(of("security", signal("tax", [2, 0, 0])), { ...currentModel, k: { tax: 0.5 } }).real_crash).toBeCloseTo(1);
  });
});
