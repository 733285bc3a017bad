import { expect, test } from "vitest";
import { GoplusAnswer } from "./goplus-answer.ts";
import { Report } from "./report.ts";

test("of a creator's other tokens only their number is kept: reports are remembered, and a creator may have made thousands", () => {
  const creatorTokens = Array.from({ length: 20_000 }, (_, index) => ({ mint: `mint ${index}`, marketCap: 1 }));
  expect(Report.parse({ mint: "x", creatorTokens }).creatorTokens).toBe(20_000);
  expect(Report.parse({ mint: "x", creatorTokens: null }).creatorTokens).toBeUndefined();
});

test("a list of holders longer than any that checkers send is no list", () => {
  const holders = (length: number) => Array.from({ length }, () => ({ address: "a", owner: "b", pct: 0, insider: false }));
  expect(Report.parse({ mint: "x", topHolders: holders(100) }).topHolders).toHaveLength(100);
  expect(Report.parse({ mint: "x", topHolders: holders(1001) }).topHolders).toBeUndefined();
  const told = Array.from({ length: 1001 }, () => ({ account: "a", percent: "0" }));
  expect(GoplusAnswer.parse({ code: 1, result: { x: { holders: told } } }).result?.["x"]?.holders).toBeUndefined();
});
