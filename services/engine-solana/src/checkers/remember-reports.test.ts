import { expect, test } from "vitest";
import { rememberReports } from "./remember-reports.ts";
import { isIndexed, Report } from "./report.ts";

const whole = Report.parse({ mint: "Mint", totalHolders: 5 });
const poor = Report.parse({ mint: "Mint", totalHolders: 0 });

test("a report is given again for half an hour, one without holders for two minutes", () => {
  let now = 1000;
  const memory = rememberReports(() => now, isIndexed);
  memory.put("Mint", whole);
  memory.put("Poor", poor);
  now += 2 * 60_000 - 1;
  expect(memory.get("Poor")).toEqual({ report: poor, at: 1000 });
  now += 1;
  expect(memory.get("Poor")).toBeUndefined();
  now += 28 * 60_000 - 1;
  expect(memory.get("Mint")).toEqual({ report: whole, at: 1000 });
  now += 1;
  expect(memory.get("Mint")).toBeUndefined();
});

test("case counts, and the oldest of five hundred goes first", () => {
  const memory = rememberReports(() => 0, isIndexed);
  for (let index = 0; index <= 500; index++) memory.put(`Mint${index}`, whole);
  expect(memory.get("mint7")).toBeUndefined();
  expect(memory.get("Mint0")).toBeUndefined();
  expect(memory.get("Mint1")).toBeDefined();
});
