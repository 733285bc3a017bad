import type { Token } from "@token-sentiment/contract";
import type { ListedContract } from "./coin-list.ts";
import type { Market } from "./markets.ts";

/** What the sources said of one symbol on one chain. */
export interface Sightings {
  chain: string;
  /** From the curated list. */
  listed: readonly ListedContract[];
  /** From the search, all chains. */
  markets: readonly Market[];
}

/** Two markets within this factor cannot be told apart by their depth, nor two coins by their rank. */
const AMBIGUOUS_FACTOR = 5;
const CANDIDATES_MAX = 10;

/** A choice, without the words for where it came from. */
export type Choice = Pick<Token, "contract_address" | "symbol_on_chain" | "ambiguous" | "candidates"> & {
  by: "list" | "search" | "nobody";
};

/** Coins without a rank are worth the least. */
const UNRANKED = Number.MAX_SAFE_INTEGER;

/**
 * The contract that a symbol means on `chain`: the listed one (of several the best ranked, then the deepest), else the one with the deepest
 * pool. `ambiguous` when another contract of that symbol on the chain comes within a factor of five in depth, or is listed, of unknown
 * depth (the search shows only some) and not far behind in rank, or when nothing is listed and no depth is known.
 */
export function choose({ chain, listed, markets }: Sightings): Choice {
  const here = markets.filter((market) => market.chain_id === chain);
  const depthOf = (address: string): number => here.find((market) => market.contract_address === address)?.liquidity_usd ?? 0;
  const rankOf = new Map(listed.map(({ contract_address: address, rank = UNRANKED }) => [address, rank]));
  const known = [...rankOf.keys()].toSorted((a, b) => rankOf.get(a)! - rankOf.get(b)! || depthOf(b) - depthOf(a));
  const contract_address = known[0] ?? here[0]?.contract_address;
  const rest = markets.map(({ chain_id, contract_address: address, liquidity_usd }) => ({
    chain_id,
    contract_address: address,
    liquidity_usd,
  }));
  if (contract_address === undefined) return { ambiguous: false, candidates: rest.slice(0, CANDIDATES_MAX), by: "nobody" };

  const depth = depthOf(contract_address);
  const rivals = new Set([...known, ...here.map((market) => market.contract_address)]);
  rivals.delete(contract_address);
  const best = rankOf.get(contract_address) ?? UNRANKED;
  const isNear = (address: string): boolean => best === UNRANKED || (rankOf.get(address) ?? Infinity) <= AMBIGUOUS_FACTOR * best;
  // A depth that nobody told is no depth of nothing: where the choice rests on depth alone, every rival may be the one.
  const isBlind = known.length === 0 && depth === 0;
  const ambiguous = [...rivals].some((address) =>
    depthOf(address) === 0 ? isBlind || (known.includes(address) && isNear(address)) : depthOf(address) * AMBIGUOUS_FACTOR >= depth,
  );
  const own = here.find((market) => market.contract_address === contract_address);
  const judged = { chain_id: chain, contract_address, ...(own && { liquidity_usd: own.liquidity_usd }) };
  const others = rest.filter((candidate) => candidate.chain_id !== chain || candidate.contract_address !== contract_address);
  const unseen = known.slice(1).filter((address) => depthOf(address) === 0);
  const candidates = [judged, ...others, ...unseen.map((address) => ({ chain_id: chain, contract_address: address }))];
  return {
    contract_address,
    ...(own && /^[\w$.-]{1,32}$/.test(own.symbol) && { symbol_on_chain: own.symbol }),
    ambiguous,
    candidates: candidates.slice(0, CANDIDATES_MAX),
    by: known.length > 0 ? "list" : "search",
  };
}
