import { factType, type FactKind, subjects } from "@token-sentiment/contract";
import type { Stored } from "@token-sentiment/bus";
import { expect, test } from "vitest";
import { caseOf, dayAt, signalOf } from "./case-for-tests.ts";
import { caseOfJournal } from "./case-of-journal.ts";

const [evidence] = caseOf(1, [signalOf("lp_removed")]).evidence;
const job_id = evidence!.job_id;
const request = { job_id, request_id: "r", caller: "c", coin_symbol: "PEPE", chain_id: "1", expects: ["onchain"], budget_ms: 1 };
const token = { job_id, chain_id: "1", coin_symbol: "PEPE", ambiguous: false, candidates: [], source: "coingecko" };
const told = { dataset: "desk", licence: undefined };

const fact = (kind: FactKind, subject: string, value: object): Stored => ({
  subject,
  type: factType(kind),
  value,
  at: dayAt(2),
  seq: 1,
  headers: {},
  forged: false,
});
const asked = fact("request", subjects.request("1", job_id), request);
const said = fact("evidence", subjects.evidence("onchain", job_id), evidence!);
const resolved = (more: object): Stored => fact("token", subjects.token("1", job_id), { ...token, ...more });

test("a symbol is the contract that was judged, or a coin that has none", () => {
  const contract_address = "0x1111111111111111111111111111111111111111";
  expect(caseOfJournal([asked, resolved({ contract_address }), said], told)).toMatchObject({ contract_address });
  expect(caseOfJournal([asked, resolved({ native: true }), said], told)).not.toHaveProperty("contract_address");
});

test("of a job that is not there, or of a symbol that meant nothing, there is no case", () => {
  expect(() => caseOfJournal([], told)).toThrow("there is no such job, or it is older than 24 hours");
  expect(() => caseOfJournal([asked, resolved({}), said], told)).toThrow("no contract of the symbol was found");
  expect(() => caseOfJournal([asked, said], told)).toThrow("no contract of the symbol was found");
});

test("it was looked at when the last of it was stored or observed, and nobody unasked speaks", () => {
  const late = { ...evidence!, engine: "market", observed_at: dayAt(9) };
  const stray = fact("evidence", subjects.evidence("market", job_id), late);
  const native = resolved({ native: true });
  expect(caseOfJournal([asked, native, said, stray], told)).toMatchObject({ detected_at: dayAt(2), evidence: [{ engine: "onchain" }] });
  const both = fact("request", subjects.request("1", job_id), { ...request, expects: ["onchain", "market"] });
  expect(caseOfJournal([both, native, said, stray], told).detected_at).toBe(dayAt(9));
});
