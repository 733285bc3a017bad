import { expect, test } from "vitest";
import { observe, one, report, SOMEBODY, unread } from "../../test/sample-facts.ts";
import { GoplusAnswer } from "../checkers/goplus-answer.ts";

const danger = (name: string) => ({ name, value: "", level: "danger" });

test("without the chain what RugCheck says of the fee and of transfers counts", () => {
  const told = (fields: object) => observe({}, { ...unread, rugcheck: report(fields) }).filter(({ status }) => status === "hit");
  expect(told({ risks: [danger("High transfer fee"), danger("Fee config enabled")] })).toMatchObject([
    { code: "transfer_fee", text: "RugCheck: the transfer fee is high", source: "rugcheck", weights: { real_crash: 1.5 } },
  ]);
  expect(told({ risks: [danger("Fee config enabled")] })).toMatchObject([{ code: "transfer_fee", weights: { real_crash: 0.3 } }]);
  expect(told({ token_extensions: { nonTransferable: true } })).toMatchObject([{ code: "non_transferable", weights: { real_crash: 2.4 } }]);
});

test.each(["", "11111111111111111111111111111111", null])("an authority written as %j is nobody", (key) => {
  const rugcheck = report({ mintAuthority: key, freezeAuthority: key, token_extensions: { permanentDelegate: key } });
  expect(observe({}, { ...unread, rugcheck }).filter(({ status }) => status === "hit")).toEqual([]);
});

test("a danger whose own row has nothing to say is said by its name", () => {
  const rugcheck = report({ risks: [danger("Low Liquidity"), danger("Large Amount of LP Unlocked")], markets: [] });
  expect(one("rugcheck_danger", {}, { rugcheck, liquidityUsd: undefined })).toMatchObject([
    { text: "RugCheck danger: low liquidity; large amount of lp unlocked" },
  ]);
  expect(one("rugcheck_danger", {}, { rugcheck })).toEqual([]);
  expect(one("lp_locked", {}, { rugcheck })).toMatchObject([{ status: "inconclusive", weights: { real_crash: 1.8 } }]);
});

test("while the chain is not read, a RugCheck that is missing too is said", () => {
  const answer = GoplusAnswer.parse({ code: 1, result: { [SOMEBODY]: {} } }).result?.[SOMEBODY] ?? expect.fail("it parses");
  const goplus = { kind: "answered", answer } as const;
  expect(one("rugcheck_missing", {}, { ...unread, goplus, rugcheck: { kind: "missing", why: "HTTP 503" } })).toMatchObject([
    { status: "unknown", text: "RugCheck not available (HTTP 503): judged from GoPlus alone" },
  ]);
});
