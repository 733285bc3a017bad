import { expect, test } from "vitest";
import { CommandError } from "../command.ts";
import { ledgerOptionsOf } from "./options.ts";

const NOW = Date.UTC(2026, 10, 21, 12);

test("without a day the ledger is today's, in UTC", () => {
  expect(ledgerOptionsOf([], NOW)).toEqual({ day: "2026-11-21", json: false });
  expect(ledgerOptionsOf(["--day", "2026-02-28", "--json"], NOW)).toEqual({ day: "2026-02-28", json: true });
  expect(ledgerOptionsOf(["--help"], NOW)).toBe("help");
});

test.each([
  [["--day", "yesterday"], /is a UTC day, such as 2026-11-21/],
  [["--day", "2026-02-30"], /is a UTC day/],
  [["--day", "2026-11-22"], /has not begun/],
  [["--week"], /--week/],
])("%j is refused with a sentence", (args, sentence) => {
  expect(() => ledgerOptionsOf(args, NOW)).toThrow(CommandError);
  expect(() => ledgerOptionsOf(args, NOW)).toThrow(sentence);
});
