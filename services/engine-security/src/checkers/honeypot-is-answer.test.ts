import { expect, test } from "vitest";
import { HoneypotIsAnswer, honeypotIsOpinion } from "./honeypot-is-answer.ts";

const opinionOf = (fields: Record<string, unknown>) => honeypotIsOpinion(HoneypotIsAnswer.parse({ token: { address: "0xab" }, ...fields }));
const NOTHING = { powers: {}, impossibleShares: false, complete: true };

test("without a result it says nothing, and never no", () => {
  expect(opinionOf({})).toEqual(NOTHING);
  expect(opinionOf({ simulationSuccess: true })).toEqual(NOTHING);
  expect(opinionOf({ summary: { risk: "unknown" }, simulationSuccess: true, honeypotResult: {} })).toEqual(NOTHING);
});

test("where its simulation failed, only a honeypot is believed, and no tax", () => {
  const failed = { simulationSuccess: false, simulationResult: { buyTax: 0, sellTax: 0 } };
  expect(opinionOf({ ...failed, honeypotResult: { isHoneypot: false } })).toEqual(NOTHING);
  expect(opinionOf({ ...failed, honeypotResult: { isHoneypot: true } }).stuck).toEqual({ says: true, by: "isHoneypot=true" });
  expect(opinionOf({ honeypotResult: { isHoneypot: false } })).toEqual(NOTHING);
});

test("its taxes are percent, where GoPlus's are shares of one", () => {
  const simulationResult = { buyTax: 5, sellTax: 30.5, transferTax: 0 };
  expect(opinionOf({ simulationSuccess: true, honeypotResult: { isHoneypot: false }, simulationResult })).toMatchObject({
    stuck: { says: false },
    buyTaxBps: { says: 500, by: "buyTax=5%" },
    sellTaxBps: { says: 3050, by: "sellTax=30.5%" },
  });
  expect(opinionOf({ simulationSuccess: true, simulationResult: { buyTax: 101, sellTax: "3" } })).toEqual(NOTHING);
});
