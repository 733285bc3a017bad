import { notFound, type Provider } from "../web/provider.ts";
import type { DexPair } from "./dex-pair.ts";
import { decoys, elsewhere, foreignPair } from "./elsewhere.ts";
import type { Market } from "./market.ts";
import { ordersOf } from "./promotion.ts";

/** DexScreener: pools by token, per chain, the search over all chains with its traps, and what was paid to be seen. */
export function dexscreener(market: Market): Provider {
  const all = async (): Promise<DexPair[]> => (await market.pools()).map(({ pair }) => pair);
  const foreign = (): DexPair[] => elsewhere.map((one) => foreignPair(one, market.now()));
  const ofTokens = async (chain: string, addresses: string): Promise<DexPair[]> => {
    const wanted = new Set(addresses.split(",").map((address) => (chain === "solana" ? address : address.toLowerCase())));
    const known = (pair: DexPair): boolean =>
      pair.chainId === chain && wanted.has(chain === "solana" ? pair.baseToken.address : pair.baseToken.address.toLowerCase());
    return [...(await all()), ...foreign()].filter(known);
  };
  const search = async (query: string) => {
    const wanted = query.trim().toUpperCase();
    const found = [...(await all()), ...foreign()].filter(
      ({ baseToken }) => baseToken.symbol.toUpperCase().includes(wanted) || baseToken.address.toUpperCase() === wanted,
    );
    // Other chains and copycats come first, as there.
    const pairs = [...found.flatMap(decoys), ...found].slice(0, 30);
    return { schemaVersion: "1.0.0", pairs: wanted === "" ? [] : pairs };
  };
  return {
    name: "dexscreener",
    answer: async ({ path, query }) => {
      const tokens = /^\/(?:token-pairs|tokens)\/v1\/([\w-]+)\/([\w,]+)$/.exec(path);
      if (tokens) return { json: await ofTokens(tokens[1] ?? "", tokens[2] ?? "") };
      const [, chain = "", address = ""] = /^\/orders\/v1\/([\w-]+)\/(\w+)$/.exec(path) ?? [];
      if (address !== "") return { json: ordersOf(market, { chain, address }) };
      if (path === "/latest/dex/search") return { json: await search(query.get("q") ?? "") };
      return notFound;
    },
  };
}
