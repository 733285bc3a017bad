import { expect, test } from "vitest";
import type { ReportLine } from "./report.ts";
import { walkSteps } from "./walk-steps.ts";

const third = { real_crash: 1 / 3, whale_manipulation: 1 / 3, false_fud: 1 / 3 };
const zero = { real_crash: 0, whale_manipulation: 0, false_fud: 0 };
const line = (text: string, real_crash: number, weighs = true): ReportLine => ({
  engine: "security",
  code: text,
  label: "SECURITY",
  status: "hit",
  text,
  source: "eth_call",
  age_ms: 0,
  counted: weighs ? { ...zero, real_crash: 1 } : zero,
  posterior: { ...third, real_crash },
});

test("the steps lead from the prior to the posterior without a gap, whatever is left out", () => {
  const lines = [line("a", 0.5), line("context", 0.5, false), line("b", 0.5005), line("c", 0.5025), line("d", 0.9)];
  const steps = walkSteps({ prior: third, lines, posterior: { ...third, real_crash: 0.95 } }, "real_crash");
  expect(steps.map(({ text }) => text)).toEqual(["a", "2 smaller observations", "d", "limits of the model"]);
  expect(steps[0]?.from).toBe(1 / 3);
  expect(steps.at(-1)?.to).toBe(0.95);
  for (const [index, step] of steps.slice(1).entries()) expect(step.from).toBe(steps[index]?.to);
});
