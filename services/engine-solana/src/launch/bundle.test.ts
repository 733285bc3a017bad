import { expect, test } from "vitest";
import { bundleOf } from "./bundle.ts";
import { funderOf, gainsOf, type Transaction } from "./transaction.ts";

const balance = (owner: string, amount: string, mint = "Mint") => ({ mint, owner, uiTokenAmount: { amount } });
const transaction = (meta: Partial<Transaction["meta"]>, keys: string[] = []): Transaction => ({
  transaction: { message: { accountKeys: keys.map((pubkey) => ({ pubkey })) } },
  meta: { err: null, preBalances: [], postBalances: [], ...meta },
});

test("who got how much of a mint is the difference over all accounts of an owner", () => {
  const gains = gainsOf(
    transaction({
      preTokenBalances: [balance("curve", "1000"), balance("alice", "5")],
      postTokenBalances: [
        balance("curve", "700"),
        balance("alice", "105"),
        balance("alice", "100"),
        balance("bob", "100"),
        balance("bob", "9", "Other"),
      ],
    }),
    "Mint",
  );
  expect([...gains]).toEqual([
    ["alice", 200n],
    ["bob", 100n],
  ]);
});

test("the funder is who lost most when the wallet got its first coins", () => {
  const given = transaction({ preBalances: [100, 50, 0], postBalances: [60, 49, 40] }, ["rich", "payer", "new"]);
  expect(funderOf(given, "new")).toBe("rich");
  expect(funderOf(given, "rich")).toBeUndefined();
  expect(funderOf(given, "nobody")).toBeUndefined();
});

test("buyers with one funder are a group, unknown funders are none, and the share is of the whole supply", () => {
  const buyer = (owner: string, funder: string | undefined, amount = 100n) => ({ owner, funder, amount });
  const whole = { buyers: 6, supply: 1000n };
  expect(bundleOf([buyer("a", "f"), buyer("b", "f"), buyer("c", "g"), buyer("d", undefined), buyer("e", undefined)], whole)).toEqual({
    kind: "read",
    buyers: 6,
    funder: "f",
    wallets: 2,
    percent: 20,
  });
  expect(bundleOf([buyer("a", "f"), buyer("b", "g")], whole)).toMatchObject({ wallets: 0, funder: undefined, percent: 0 });
});
