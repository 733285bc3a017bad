import { expect, test } from "vitest";
import { one, SOMEBODY } from "../../test/sample-facts.ts";

test("a token's own words are repeated only when they look like a symbol", () => {
  const text = (symbol: string, changedBy?: typeof SOMEBODY) =>
    one("other_symbol", {}, { metadata: { symbol, changedBy }, symbol: "BRIAR" }).map((signal) => signal.text);
  expect(text(" $briar ")).toEqual([]);
  expect(text("")).toEqual([]);
  expect(text("THORN")).toEqual(["On-chain symbol is THORN, not the one that was asked for"]);
  for (const hostile of ["<script>", "BUY at evil.example", "\u202Eriarb", "A".repeat(13)]) {
    expect(text(hostile)).toEqual([
      "On-chain symbol is another one, of characters that are not repeated here, not the one that was asked for",
    ]);
  }
  expect(one("metadata", {}, { metadata: { symbol: "", changedBy: SOMEBODY } })).toMatchObject([
    { severity: 1, weights: { real_crash: 0.15 } },
  ]);
  expect(one("metadata", {}, { metadata: { symbol: "", changedBy: undefined } })).toMatchObject([
    { status: "clear", weights: { false_fud: 0.15 } },
  ]);
});
