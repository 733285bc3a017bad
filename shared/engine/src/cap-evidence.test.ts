import { Evidence, type Signal } from "@token-sentiment/contract";
import { expect, test } from "vitest";
import { capEvidence } from "./cap-evidence.ts";

const signal = (code: string, weight: number, more: Partial<Signal> = {}): Signal => ({
  code,
  label: "SECURITY",
  text: "é".repeat(200),
  status: "hit",
  weights: { real_crash: weight, false_fud: -weight / 2, whale_manipulation: 0 },
  reliability: 1,
  source: "test",
  observed_at: 1,
  values: { padding: "p".repeat(100) },
  ...more,
});
const evidence = (signals: Signal[]): Evidence => ({
  job_id: "0b2e7d5c-1111-8222-8333-444455556666",
  engine: "security",
  engine_version: "1",
  outcome: "observed",
  signals,
  measures: {},
  cached: false,
  observed_at: 1,
  elapsed_ms: 1,
});
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test("evidence that fits is left as it is", () => {
  const small = evidence([signal("a", 1)]);
  expect(capEvidence(small)).toBe(small);
});

test("the weakest go first, the rest keep their order, and the cut is said", () => {
  const full = evidence([signal("middle", 2), signal("weak", 0.1), signal("strong", 4), signal("doubtful", 5, { reliability: 0.1 })]);
  const capped = capEvidence(full, bytes(full) - 600);
  expect(capped.signals.map(({ code }) => code)).toEqual(["middle", "strong", "evidence_cut"]);
  expect(capped.signals.at(-1)).toMatchObject({
    status: "unknown",
    values: { cut: 2 },
    text: expect.stringContaining("2 weaker findings"),
  });
  expect(Evidence.safeParse(capped).success).toBe(true);
});

test("200 findings fit into 48 KiB", () => {
  const capped = capEvidence(evidence(Array.from({ length: 200 }, (_, i) => signal(`s${i}`, i / 50))));
  expect(bytes(capped)).toBeLessThanOrEqual(48 * 1024);
  expect(bytes(capped)).toBeGreaterThan(46 * 1024);
  expect(capped.signals.at(-2)?.code).toBe("s199");
});

test("a critical finding is never cut, even when it weighs nothing", () => {
  const capped = capEvidence(
    evidence([...Array.from({ length: 200 }, (_, i) => signal(`s${i}`, 3)), signal("rugged", 0, { critical: true })]),
  );
  expect(capped.signals.map(({ code }) => code)).toContain("rugged");
});

test("when only critical findings are left they lose their values, not their sentences", () => {
  const full = evidence(Array.from({ length: 4 }, (_, i) => signal(`s${i}`, 1, { critical: true })));
  const capped = capEvidence(full, bytes(full) - 1);
  expect(capped.signals.map(({ values }) => values)).toEqual([{}, {}, {}, {}, { cut: 0 }]);
  expect(capped.signals.at(-1)?.text).toContain("the numbers behind the findings were left out");
});
