import { notFound, type Provider } from "../web/provider.ts";
import { elsewhere } from "./elsewhere.ts";
import type { Market } from "./market.ts";

const platforms: Readonly<Record<string, string>> = { "1": "ethereum", "56": "binance-smart-chain", "8453": "base", solana: "solana" };

/** The coins of that symbol; here the list is in the order of their rank. */
const search = (coins: readonly { id: string; symbol: string; name: string }[], query: string) => ({
  coins: coins.flatMap(({ id, symbol, name }, index) =>
    symbol === query.toLowerCase() ? [{ id, name, api_symbol: id, symbol: symbol.toUpperCase(), market_cap_rank: index + 1 }] : [],
  ),
  exchanges: [],
  icos: [],
  categories: [],
  nfts: [],
});

/** CoinGecko's list of coins, and its search: the tokens that people talk about of their own accord, and no others. */
export function coingecko({ world }: Market): Provider {
  const listed = world.filter(({ talk }) => talk === "organic" || talk === "fud_campaign");
  const coins = [
    { id: "bitcoin", symbol: "btc", name: "Bitcoin", platforms: { "": "" } },
    ...listed.map(({ coin_symbol, contract_address, chain_id }) => ({
      id: `${coin_symbol.toLowerCase()}-${platforms[chain_id]}`,
      symbol: coin_symbol.toLowerCase(),
      name: coin_symbol,
      platforms: { [platforms[chain_id] ?? ""]: chain_id === "solana" ? contract_address : contract_address.toLowerCase() },
    })),
    { id: "dogwifcoin", symbol: "wif", name: "dogwifhat", platforms: { solana: elsewhere[0]?.address ?? "" } },
  ];
  return {
    name: "coingecko",
    answer: ({ path, query }) => {
      if (path === "/search") return { json: search(coins, query.get("query") ?? "") };
      if (path !== "/coins/list") return notFound;
      if (query.get("include_platform") === "true") return { json: coins };
      return { json: coins.map(({ id, symbol, name }) => ({ id, symbol, name })) };
    },
  };
}
