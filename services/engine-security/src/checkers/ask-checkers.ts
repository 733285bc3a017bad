import { UnavailableError, type Upstream } from "@token-sentiment/engine";
import type { EvmChainId } from "@token-sentiment/evm";
import type { Address } from "viem";
import { GoplusAnswer, goplusOpinion } from "./goplus-answer.ts";
import { HoneypotIsAnswer, honeypotIsOpinion } from "./honeypot-is-answer.ts";
import type { Asked } from "./opinion.ts";
import { createMemory } from "./memory.ts";

/** The checkers, by name. */
export const checkerNames = { goplus: "GoPlus", honeypot_is: "honeypot.is" } as const;
export type CheckerName = keyof typeof checkerNames;

/** Who is asked; undefined = off. */
export type Checkers = Record<CheckerName, Upstream | undefined>;

/** What the checkers think of a token. */
export type Opinions = Record<CheckerName, Asked>;

/** Which token, and what the process's clock says, epoch ms. */
export interface Question {
  chain: EvmChainId;
  token: Address;
  signal: AbortSignal;
  now: () => number;
}

/** An answer later than this is no answer. */
const PATIENCE_MS = 2_000;
const MINUTE = 60_000;
const GOPLUS_FRESH_MS = 10 * MINUTE;
const GOPLUS_PARTIAL_MS = 15_000;
const HONEYPOT_IS_FRESH_MS = 5 * MINUTE;

/** GoPlus's own codes. */
const COMPLETE = 1;
const PARTIAL = 2;
const NOT_KNOWN = new Set([2020, 2021]);

/** Asks both checkers at once, each given up after two seconds, and remembers what they said. The promise never rejects. */
export function openCheckers({ goplus, honeypot_is }: Checkers): (question: Question) => Promise<Opinions> {
  const remembered = { goplus: createMemory<Asked>(), honeypot_is: createMemory<Asked>() };

  const askGoplus = async (upstream: Upstream, { chain, token, now }: Question, signal: AbortSignal): Promise<Asked> => {
    const key = `${chain} ${token}`;
    const known = remembered.goplus.get(key, now());
    if (known) return known;
    const query = { contract_addresses: token.toLowerCase() };
    const { code, result } = await upstream.request(GoplusAnswer, {
      path: `/api/v1/token_security/${chain}`,
      query,
      signal,
      idempotent: false,
    });
    if (NOT_KNOWN.has(code)) return { kind: "unknown" };
    if (code !== COMPLETE && code !== PARTIAL) return { kind: "missing", why: `code ${code}` };
    const found = result?.[token.toLowerCase()];
    if (!found) return { kind: "unknown" };
    const asked: Asked = { kind: "answered", opinion: goplusOpinion(found, { complete: code === COMPLETE }) };
    remembered.goplus.set(key, asked, now() + (code === COMPLETE ? GOPLUS_FRESH_MS : GOPLUS_PARTIAL_MS));
    return asked;
  };

  const askHoneypotIs = async (upstream: Upstream, { chain, token, now }: Question, signal: AbortSignal): Promise<Asked> => {
    const key = `${chain} ${token}`;
    const known = remembered.honeypot_is.get(key, now());
    if (known) return known;
    const query = { address: token, chainID: chain };
    const answer = await upstream.request(HoneypotIsAnswer, { path: "/v2/IsHoneypot", query, signal, idempotent: false });
    if (answer.token.address.toLowerCase() !== token.toLowerCase() || (answer.chain && answer.chain.id !== chain)) {
      return { kind: "missing", why: "it answered about another token" };
    }
    const asked: Asked = { kind: "answered", opinion: honeypotIsOpinion(answer) };
    remembered.honeypot_is.set(key, asked, now() + HONEYPOT_IS_FRESH_MS);
    return asked;
  };

  return async (question) => {
    const signal = AbortSignal.any([question.signal, AbortSignal.timeout(PATIENCE_MS)]);
    const [first, second] = await Promise.all([
      opinionFrom(goplus, (upstream) => askGoplus(upstream, question, signal)),
      opinionFrom(honeypot_is, (upstream) => askHoneypotIs(upstream, question, signal)),
    ]);
    return { goplus: first, honeypot_is: second };
  };
}

const NOT_FOUND = 404;

/** Whatever a checker fails with costs its opinion and nothing else. */
async function opinionFrom(upstream: Upstream | undefined, ask: (upstream: Upstream) => Promise<Asked>): Promise<Asked> {
  if (!upstream) return { kind: "off" };
  try {
    return await ask(upstream);
  } catch (error) {
    if (!(error instanceof UnavailableError)) return { kind: "missing", why: "it could not be asked" };
    if (error.status === NOT_FOUND) return { kind: "unknown" };
    return { kind: "missing", why: error.status === undefined ? error.message : `HTTP ${error.status}` };
  }
}
