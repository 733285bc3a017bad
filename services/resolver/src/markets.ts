import type { TokenCandidate } from "@token-sentiment/contract";
import { type DexPair, dexChains } from "@token-sentiment/engine";
import { isAddressOf } from "./address.ts";

/** A contract that trades under a symbol: a candidate, and how the chain itself spells the symbol. */
export interface Market extends TokenCandidate {
  liquidity_usd: number;
  symbol: string;
}

const chainIds = new Map(Object.entries(dexChains).map(([ours, theirs]) => [theirs, ours]));

/** Some tokens carry the dollar sign of their cashtag in their symbol. */
const bare = (symbol: string): string => symbol.trim().replace(/^\$/, "").toUpperCase();

/** What may stand in a fact: names of foreign chains and symbols are text of strangers. */
const isPlain = (text: string): boolean => /^[\w$.-]{1,32}$/.test(text);

const spelled = (chain: string, address: string): string => (chain === "solana" ? address : address.toLowerCase());

/** The contracts whose own symbol is exactly `symbol`, on every chain, each with its deepest pool, deepest first. Quote tokens do not count. */
export function marketsOf(symbol: string, pairs: readonly DexPair[]): Market[] {
  const found = new Map<string, Market>();
  for (const { chainId, baseToken, liquidity } of pairs) {
    if (bare(baseToken.symbol) !== bare(symbol) || !isPlain(chainId)) continue;
    const chain_id = chainIds.get(chainId) ?? chainId;
    if (!isAddressOf(chain_id, baseToken.address)) continue;
    const contract_address = spelled(chain_id, baseToken.address);
    const liquidity_usd = liquidity?.usd ?? 0;
    const known = found.get(`${chain_id} ${contract_address}`);
    if (known && known.liquidity_usd >= liquidity_usd) continue;
    found.set(`${chain_id} ${contract_address}`, { chain_id, contract_address, liquidity_usd, symbol: baseToken.symbol });
  }
  return [...found.values()].toSorted((a, b) => b.liquidity_usd - a.liquidity_usd);
}
