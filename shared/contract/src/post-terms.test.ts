import { expect, test } from "vitest";
import { termsIn, termsOf } from "./post-terms.ts";

const named = (text: string) => termsIn(text).map(({ kind, term }) => (kind === "symbol" ? term : `contract ${term}`));
const HEX = "0x00000000000000000000000000000000000000Aa";
const MINT = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

test("cashtags are symbols, amounts of money are not", () => {
  expect(named("$oak and $1INCH at $5k, $100, $3M and $20bn, not $$$ or a$b")).toEqual(["OAK", "1INCH"]);
});

test("tags and capitals are symbols only in a text that speaks of crypto", () => {
  expect(named("planted an #OAK in the park, ONE more to go")).toEqual([]);
  expect(named("#oak token unlock tomorrow, RUNE follows")).toEqual(["OAK", "RUNE"]);
  expect(named("WHY IS NOBODY TALKING ABOUT MY TOKEN")).toEqual([]);
  expect(named("the SEC sued a crypto CEO")).toEqual([]);
});

test("addresses are contracts when they have the length of one", () => {
  expect(named(`CA: ${HEX} or ${MINT}`)).toEqual([`contract ${HEX.toLowerCase()}`, `contract ${MINT}`]);
  expect(named(`${HEX}00 and ${"1".repeat(40)} and ${"z".repeat(44)}`)).toEqual([]);
});

test("wide and invisible characters hide no tag", () => {
  expect(named("＄ＯＡＫ")).toEqual(["OAK"]);
  expect(named("$O\u200bA\u200dK")).toEqual(["OAK"]);
});

test("a list of coins counts for its first eight", () => {
  expect(termsIn(Array.from({ length: 50 }, (_, i) => `$C${i}X`).join(" "))).toHaveLength(8);
});

test("hostile texts are read within the time of a test", () => {
  for (const unit of ["$", "1", "#a", "0x", "\u200b", "A "]) expect(termsIn(unit.repeat(100_000)).length).toBeLessThan(2);
});

test("a token's posts lie under its contract and its symbol", () => {
  expect(termsOf({ coin_symbol: "Oak", contract_address: HEX })).toEqual([
    { kind: "contract", term: HEX.toLowerCase() },
    { kind: "symbol", term: "OAK" },
  ]);
  expect(termsOf({ coin_symbol: "A.B", contract_address: "a.>" })).toEqual([]);
});
