import type { Address } from "@solana/kit";
import { UnavailableError, type Upstream } from "@token-sentiment/engine";
import { standingOf } from "./chain/account.ts";
import { readAccount } from "./chain/read-account.ts";
import { concentrationOf, type Holder } from "./checkers/concentration.ts";
import { GoplusAnswer, type GoplusToken, hasData } from "./checkers/goplus-answer.ts";
import { lockedOf } from "./checkers/locked.ts";
import { isIndexed, Report } from "./checkers/report.ts";
import type { ChainFacts, CheckerFacts, Facts, HolderFacts } from "./facts.ts";

/** Whom the engine asks; undefined = off. */
export interface Sources {
  endpoints: readonly Upstream[];
  rugcheck: Upstream | undefined;
  goplus: Upstream | undefined;
}

const CHAIN_MS = 6000;
const RUGCHECK_MS = 6000;
const GOPLUS_MS = 3500;
const NOT_FOUND = [400, 404];

const within = (signal: AbortSignal, ms: number): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(ms)]);
const whyOf = ({ status, message }: UnavailableError): string => (status === undefined ? message : `HTTP ${status}`);

/** Asks the chain and RugCheck at once, and GoPlus for the holders when RugCheck has none. Never throws for a source that is missing. */
export async function investigate(sources: Sources, address: Address, signal: AbortSignal): Promise<Facts> {
  const [chain, rugcheck] = await Promise.all([askChain(sources, address, signal), askRugcheck(sources, address, signal)]);
  const report = rugcheck.kind === "answered" ? rugcheck.answer : undefined;
  const ofRugcheck = report && holdersOfReport(report);
  const asksGoplus = chain.kind !== "other" && !ofRugcheck;
  const goplus: CheckerFacts<GoplusToken> = asksGoplus ? await askGoplus(sources, address, signal) : { kind: "off" };
  const token = goplus.kind === "answered" ? goplus.answer : undefined;
  const counted = report?.totalHolders === 0 ? undefined : report?.totalHolders;
  return {
    address,
    chain,
    rugcheck,
    holders: ofRugcheck ?? (token && holdersOfGoplus(token)),
    holdersWhy: [`RugCheck ${missing(rugcheck)}`, `GoPlus ${missing(goplus)}`].join(", "),
    holderCount: counted ?? token?.holder_count,
    liquidityUsd: report && isIndexed(report) ? report.totalMarketLiquidity : undefined,
    locked: report?.markets && lockedOf(report.markets),
    knownIssuer: report?.verification?.jup_strict === true || token?.trusted_token === "1",
  };
}

function missing(checker: CheckerFacts<unknown>): string {
  switch (checker.kind) {
    case "answered":
      return "has none";
    case "off":
      return "was not asked";
    case "unknown":
      return "does not know it";
    case "missing":
      return `not available (${checker.why})`;
    default:
      return checker satisfies never;
  }
}

async function askChain({ endpoints }: Sources, address: Address, signal: AbortSignal): Promise<ChainFacts> {
  try {
    const { account, slot, epoch } = await readAccount(endpoints, address, within(signal, CHAIN_MS));
    const standing = standingOf(account);
    return standing.kind === "mint" ? { ...standing, slot, epoch } : standing;
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return { kind: "unread", why: whyOf(error) };
  }
}

async function askRugcheck({ rugcheck }: Sources, address: Address, signal: AbortSignal): Promise<CheckerFacts<Report>> {
  if (!rugcheck) return { kind: "off" };
  return asked(async () => {
    const answer = await rugcheck.request(Report, { path: `/v1/tokens/${address}/report`, signal: within(signal, RUGCHECK_MS) });
    if (answer.mint !== address) return { kind: "missing", why: "it answered about another token" };
    return { kind: "answered", answer };
  });
}

async function askGoplus({ goplus }: Sources, address: Address, signal: AbortSignal): Promise<CheckerFacts<GoplusToken>> {
  if (!goplus) return { kind: "off" };
  return asked(async () => {
    const path = "/api/v1/solana/token_security";
    const answer = await goplus.request(GoplusAnswer, { path, query: { contract_addresses: address }, signal: within(signal, GOPLUS_MS) });
    if (!hasData(answer)) return { kind: "missing", why: `code ${answer.code}` };
    const token = answer.result?.[address];
    return token ? { kind: "answered", answer: token } : { kind: "unknown" };
  });
}

async function asked<T>(ask: () => Promise<CheckerFacts<T>>): Promise<CheckerFacts<T>> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    if (error.status !== undefined && NOT_FOUND.includes(error.status)) return { kind: "unknown" };
    return { kind: "missing", why: whyOf(error) };
  }
}

function holdersOfReport({ topHolders = [], totalHolders, knownAccounts = {}, markets = [] }: Report): HolderFacts | undefined {
  const pools = new Set([
    ...Object.entries(knownAccounts).flatMap(([address, { type }]) => (type === "AMM" || type === "LOCKER" ? [address] : [])),
    ...markets.flatMap(({ pubkey }) => (pubkey === undefined ? [] : [pubkey])),
  ]);
  const holders = topHolders.map(({ address, owner, pct, insider }): Holder => ({
    account: address,
    owner,
    percent: pct,
    insider,
    locked: false,
  }));
  const concentration = concentrationOf(holders, { pools, count: totalHolders });
  return concentration && { ...concentration, source: "rugcheck" };
}

function holdersOfGoplus({ holders, holder_count, dex }: GoplusToken): HolderFacts | undefined {
  const pools = new Set((dex ?? []).map(({ id }) => id));
  const all = (holders ?? []).map(({ account, token_account, percent, is_locked }): Holder => ({
    account: token_account,
    owner: account,
    percent: 100 * percent,
    insider: false,
    locked: is_locked,
  }));
  const concentration = concentrationOf(all, { pools, count: holder_count });
  return concentration && { ...concentration, source: "goplus" };
}
