import { expect, test } from "vitest";
import { GoplusAnswer, goplusOpinion } from "./goplus-answer.ts";

/** What GoPlus is taken to think when it answers those fields about a token with source and without proxy. */
const opinionOf = (fields: Record<string, unknown>, complete = true) => {
  const { result } = GoplusAnswer.parse({ code: 1, message: "OK", result: { "0xab": { is_open_source: "1", is_proxy: "0", ...fields } } });
  return goplusOpinion(result?.["0xab"] ?? expect.fail("there is a token"), { complete });
};
const NOTHING = { powers: {}, impossibleShares: false, complete: true };

test("a field that is missing, empty or odd is unknown, and never no", () => {
  expect(opinionOf({})).toEqual(NOTHING);
  expect(opinionOf({ is_honeypot: "", sell_tax: "", buy_tax: "  ", transfer_tax: "", is_mintable: null, hidden_owner: "2" })).toEqual(
    NOTHING,
  );
  expect(opinionOf({ is_honeypot: [], sell_tax: "NaN", buy_tax: {}, owner_percent: "-1", holders: "none" })).toEqual(NOTHING);
});

test("flags and shares may be strings or numbers", () => {
  expect(opinionOf({ is_honeypot: 1, buy_tax: 0.05, sell_tax: "0.0493" })).toMatchObject({
    stuck: { says: true, by: "is_honeypot=1" },
    buyTaxBps: { says: 500, by: "buy_tax=0.05" },
    sellTaxBps: { says: 493, by: "sell_tax=0.0493" },
  });
});

test("a honeypot with no tax, a renounced owner and burned liquidity is a honeypot", () => {
  const opinion = opinionOf({
    is_honeypot: "1",
    sell_tax: "0",
    hidden_owner: "1",
    owner_change_balance: "1",
    can_take_back_ownership: "0",
  });
  expect(opinion.stuck).toEqual({ says: true, by: "is_honeypot=1" });
  expect(opinion.powers).toEqual({
    destroy: { says: true, by: "owner_change_balance=1" },
    "take back": { says: false, by: "can_take_back_ownership=0" },
    "hidden owner": { says: true, by: "hidden_owner=1" },
  });
});

test("a sell tax of half and more is a token that cannot be sold, whatever is_honeypot says", () => {
  expect(opinionOf({ is_honeypot: "0", sell_tax: "1", transfer_pausable: "1" }).stuck).toEqual({ says: true, by: "sell_tax=1" });
  expect(opinionOf({ is_honeypot: "0", sell_tax: "0.5" }).stuck?.says).toBe(true);
  expect(opinionOf({ is_honeypot: "0", sell_tax: "0.49" }).stuck).toEqual({ says: false, by: "is_honeypot=0" });
});

test("a cooldown can show as a sell tax of one: then the tax is unknown", () => {
  const opinion = opinionOf({ is_honeypot: "0", sell_tax: "1", trading_cooldown: "1" });
  expect(opinion.stuck).toEqual({ says: false, by: "is_honeypot=0" });
  expect(opinion.sellTaxBps).toBeUndefined();
});

test.each([{ is_open_source: "0" }, { is_proxy: "1" }])("where it stops looking (%o) what it denies is unknown", (blind) => {
  const opinion = opinionOf({ is_mintable: "0", hidden_owner: "0", slippage_modifiable: "1", is_honeypot: "0", ...blind });
  expect(opinion.powers).toEqual({ "raise tax": { says: true, by: "slippage_modifiable=1" } });
  expect(opinion.stuck?.says).toBe(false);
});

test("of two fields that tell the same, the one that says yes counts", () => {
  expect(opinionOf({ is_blacklisted: "0", transfer_pausable: "1" }).powers.block).toEqual({ says: true, by: "transfer_pausable=1" });
});

test("more than the whole supply in one hand is an anomaly, a rounding is not", () => {
  expect(opinionOf({ holders: [{ percent: "1769801.0" }] }).impossibleShares).toBe(true);
  expect(opinionOf({ creator_percent: "3" }).impossibleShares).toBe(true);
  expect(opinionOf({ lp_holders: [{ percent: "1.00000000000002" }], holders: null }).impossibleShares).toBe(false);
});

test("in DEX without pools, holders or an owner is no reason to fail; nor are the fields of 2021", () => {
  expect(opinionOf({ is_in_dex: "1", is_honeypot: "0" }).stuck?.says).toBe(false);
  expect(opinionOf({ dexs: [{ name: "x" }], holders: [{ percent: 0.1803, balance: 18 }], sell_tax: "0" })).toMatchObject({
    sellTaxBps: { says: 0, by: "sell_tax=0" },
    impossibleShares: false,
  });
});

test("a result that is a list or nothing is an answer about no token", () => {
  expect(GoplusAnswer.parse({ code: 1, result: [{ id: "1", name: "eth" }] }).result).toBeUndefined();
  expect(GoplusAnswer.parse({ code: 4029, message: "too many requests" }).result).toBeUndefined();
});
