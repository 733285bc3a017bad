import { subjects } from "@token-sentiment/contract";
import { expect, test } from "vitest";
import { lateness } from "./lateness.ts";

const JOB = "8f14e45f-ceea-8167-a5a3-6dedd4bea254";
const evidence = { subject: subjects.evidence("market", JOB), at: 16_001 };

test("an answer after the budget of its request or token is late, one at its very end is not", () => {
  for (const subject of [subjects.request("1", JOB), subjects.token("1", JOB)]) {
    expect(lateness([{ subject, at: 1000 }, evidence], 15_000)).toBe("it came after 15001 ms, and budget_ms was 15000");
    expect(lateness([{ subject, at: 1001 }, evidence], 15_000)).toBeUndefined();
  }
});

test("without an answer nothing is in time", () => {
  expect(lateness([{ subject: subjects.request("1", JOB), at: 0 }], 15_000)).toBe("it has no question or no answer");
});
