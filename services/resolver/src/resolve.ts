import type { Token } from "@token-sentiment/contract";
import { DexPairs, majorPair, stableContract, type Task, UnavailableError, type Upstream } from "@token-sentiment/engine";
import { z } from "zod";
import { choose } from "./choose.ts";
import type { CoinList } from "./coin-list.ts";
import { marketsOf } from "./markets.ts";

/** Who can be asked; a source that is off is undefined. */
export interface Sources {
  coins: CoinList | undefined;
  dexscreener: Upstream | undefined;
}

const Search = z.object({ pairs: DexPairs });

/** What a source said, or nothing when it could not be asked. */
async function ifAsked<T>(asking: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof UnavailableError) return undefined;
    throw error;
  }
}

/** Which sources were asked and which could not be, in words that fit a fact. */
function sourceOf(asked: { name: string; said: unknown }[], chosenBy: string | undefined): string {
  const silent = asked.filter(({ said }) => said === undefined).map(({ name }) => name);
  const spoke = chosenBy ?? asked.flatMap(({ name, said }) => (said === undefined ? [] : [name])).join(" and ");
  const without = silent.length === 0 ? "" : `${silent.join(" and ")} could not be asked`;
  return [spoke, without].filter((part) => part !== "").join("; ") || "no source is configured";
}

/** Finds the contract of a symbol by the sources that answer before `signal` aborts. Never throws for a source that does not. */
export async function resolve({ job_id, chain_id, coin_symbol }: Task, sources: Sources, signal: AbortSignal): Promise<Token> {
  const token = { job_id, chain_id, coin_symbol };
  if (majorPair(coin_symbol) !== undefined) return { ...token, ambiguous: false, candidates: [], native: true, source: "majors" };
  const stable = stableContract(chain_id, coin_symbol);
  if (stable !== undefined) {
    const candidates = [{ chain_id, contract_address: stable }];
    return { ...token, contract_address: stable, ambiguous: false, candidates, source: "stable coins" };
  }
  const { coins, dexscreener } = sources;
  const [listed, found] = await Promise.all([
    ifAsked(coins?.contracts(chain_id, coin_symbol, signal)),
    ifAsked(dexscreener?.request(Search, { path: "/latest/dex/search", query: { q: coin_symbol }, signal })),
  ]);
  const markets = found && marketsOf(coin_symbol, found.pairs);
  const { by, ...choice } = choose({ chain: chain_id, listed: listed ?? [], markets: markets ?? [] });
  const asked = [...(coins ? [{ name: "coingecko", said: listed }] : []), ...(dexscreener ? [{ name: "dexscreener", said: markets }] : [])];
  return { ...token, ...choice, source: sourceOf(asked, { list: "coingecko", search: "dexscreener", nobody: undefined }[by]) };
}
