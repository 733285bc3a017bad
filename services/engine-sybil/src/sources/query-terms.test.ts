import { expect, test } from "vitest";
import { queryTerms } from "./query-terms.ts";

const contract_address = "0x00000000000000000000000000000000000000Aa";

test("a post is about a token when it has its cashtag or its contract", () => {
  const { names } = queryTerms({ coin_symbol: "OAK", contract_address });
  expect(["$oak down", "see $OAK.X", "$ОАК in Cyrillic", `buy ${contract_address.toLowerCase()}`].map(names)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(["$OAKS", "the oak tree", "soak", "$OAK_2"].map(names)).toEqual([false, false, false, false]);
});

test("a tag is an ordinary word: without a word of crypto a post may mean a tree", () => {
  const { mayMean } = queryTerms({ coin_symbol: "OAK" });
  expect(mayMean("planted an #oak today")).toBe(false);
  expect(mayMean("#oak token unlock")).toBe(true);
});

test.each(["123", "A B", "A/../B", "токен", "X".repeat(16)])("the symbol %j is no tag: only the contract is asked for", (coin_symbol) => {
  expect(queryTerms({ coin_symbol, contract_address })).toMatchObject({ tag: undefined, contract: contract_address.toLowerCase() });
});

test("base58 addresses are told by case", () => {
  const mint = "So11111111111111111111111111111111111111112";
  const { names } = queryTerms({ coin_symbol: "SOL", contract_address: mint });
  expect([names(mint), names(mint.toLowerCase())]).toEqual([true, false]);
});

test("where all is shouted, and where crypto is but a way to pay, a bare symbol is no coin", () => {
  const { mayMean } = queryTerms({ coin_symbol: "PINE" });
  expect(["PINE TOKEN MACHINE OUT OF ORDER", "PINE wardrobe, card or crypto", "PINE desk, crypto accepted"].map(mayMean)).toEqual([
    false,
    false,
    false,
  ]);
  expect(["PINE is the best token of the year", "PINE holders: cash or crypto? the token dumps", "$PINE TO THE MOON"].map(mayMean)).toEqual(
    [true, true, true],
  );
});
