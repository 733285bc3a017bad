import type { Address } from "@solana/kit";
import { GoplusAnswer, type GoplusToken, hasData, isUnfinished } from "./checkers/goplus-answer.ts";
import { Report } from "./checkers/report.ts";
import type { CheckerFacts } from "./facts.ts";
import { type Sources, unlessUnavailable, within } from "./sources.ts";

const RUGCHECK_MS = 6000;
const GOPLUS_MS = 3500;
const NOT_FOUND = [400, 404];

/** RugCheck's report, of now or of the last half hour. Never throws for a RugCheck that is missing. */
export async function askRugcheck({ rugcheck, reports }: Sources, mint: Address, signal: AbortSignal): Promise<CheckerFacts<Report>> {
  if (!rugcheck) return { kind: "off" };
  const remembered = reports.get(mint);
  if (remembered) return { kind: "answered", answer: remembered.report, at: remembered.at };
  return asked(async () => {
    const answer = await rugcheck.request(Report, { path: `/v1/tokens/${mint}/report`, signal: within(signal, RUGCHECK_MS) });
    if (answer.mint !== mint) return { kind: "missing", why: "it answered about another token" };
    const { report, at } = reports.put(mint, answer);
    return { kind: "answered", answer: report, at };
  });
}

/** What GoPlus knows. Never throws for a GoPlus that is missing. */
export async function askGoplus({ goplus }: Sources, mint: Address, signal: AbortSignal): Promise<CheckerFacts<GoplusToken>> {
  if (!goplus) return { kind: "off" };
  return asked(async () => {
    const path = "/api/v1/solana/token_security";
    const answer = await goplus.request(GoplusAnswer, { path, query: { contract_addresses: mint }, signal: within(signal, GOPLUS_MS) });
    if (!hasData(answer)) return { kind: "missing", why: `code ${answer.code}` };
    const token = answer.result?.[mint];
    return token ? { kind: "answered", answer: token, unfinished: isUnfinished(answer) } : { kind: "unknown" };
  });
}

async function asked<T>(ask: () => Promise<CheckerFacts<T>>): Promise<CheckerFacts<T>> {
  const answer = await unlessUnavailable(ask);
  const unknown = answer.kind === "missing" && "status" in answer && answer.status !== undefined && NOT_FOUND.includes(answer.status);
  return unknown ? { kind: "unknown" } : answer;
}
