import { expect, test } from "vitest";
import { createFold } from "./fold.ts";
import { skeleton } from "./skeleton.ts";

const key = createFold("OAK");
const fold = (text: string) => key(skeleton(text));

test.each([
  ["Cyrillic letters", "ѕеll nоw", "sell now"],
  ["fullwidth letters", "ｓｅｌｌ ｎｏｗ", "sell now"],
  ["mathematical letters", "𝐬𝐞𝐥𝐥 𝗻𝗼𝘄", "sell now"],
  ["zero-width characters", "se\u200bll\u2060 no\u00adw", "sell now"],
  ["piled marks", "s\u0336e\u0300\u0301ll now", "sell now"],
])("%s look like what they imitate", (_, text, seen) => {
  expect(skeleton(text)).toBe(seen);
});

test("a skeleton keeps case, punctuation and links", () => {
  expect(skeleton("Hello, World! https://x.example/A")).toBe("Hello, World! https://x.example/A");
});

test("links, mentions, addresses and the token's own tag are no part of a text's key, other tags are", () => {
  const address = `0x${"a".repeat(40)}`;
  expect(fold(`@anna $OAK #oak $oak.x is down, see https://x.example/y ${address} $OAKS`)).toBe(fold("is down, see $OAKS"));
});

test("digits for letters, long runs, case and punctuation make no difference", () => {
  expect(fold("5ELL N0W!!! it is a lo$s, cr@shing, sooooo bad")).toBe(fold("sell now it is a loss crashing soo bad"));
});

test("a symbol with signs of its own is no pattern", () => {
  expect(createFold("A.*")("$A.* and $ABC")).toBe(fold("and $ABC"));
});
