import { type Answer, notFound, type Provider } from "../web/provider.ts";
import { candlesOf } from "./candles.ts";
import { type History, lastMinutes, liquidityUsd } from "./history.ts";
import type { Market, Traded } from "./market.ts";

const networks: Readonly<Record<string, string>> = { eth: "1", bsc: "56", base: "8453", solana: "solana" };
const SECONDS: Readonly<Record<string, number>> = { minute: 60, hour: 3600, day: 86_400 };
const missing: Answer = { status: 404, json: { errors: [{ status: "404", title: "Not Found" }] } };

/** A token as `meta` tells it; only an EVM address may be written in lower case. */
const metaOf = ({ name, symbol, address }: History["quote"]) => ({
  name,
  symbol,
  coingecko_coin_id: null,
  address: address.startsWith("0x") ? address.toLowerCase() : address,
});

/** The candles are always those of the pool's base token. */
const ohlcv = ({ token, quote, ...history }: History, seconds: number, options: { limit: number; before: number }) => ({
  data: {
    id: `ohlcv-${history.pool}`,
    type: "ohlcv_request_response",
    attributes: { ohlcv_list: candlesOf({ token, quote, ...history }, seconds, options) },
  },
  meta: { base: metaOf(token), quote: metaOf(quote) },
});

/** The last 300 trades of 24 h, newest first; everything is text but the block. */
const trades = (network: string, history: History, now: number) => ({
  data: lastMinutes(history, 1440, now)
    .toReversed()
    .slice(0, 300)
    .map(({ at, kind, from, hash, block, tokens, coins, volumeUsd, price }) => {
      const coinUsd = String(history.coinUsd);
      const [given, taken] = kind === "buy" ? [coins, tokens] : [tokens, coins];
      const [giving, taking] = kind === "buy" ? [history.quote, history.token] : [history.token, history.quote];
      return {
        id: `${network}_${block}_${hash}_0_${Math.floor(at / 1000)}`,
        type: "trade",
        attributes: {
          block_number: block,
          tx_hash: hash,
          tx_from_address: network === "solana" ? from : from.toLowerCase(),
          from_token_amount: String(given),
          to_token_amount: String(taken),
          price_from_in_currency_token: String(kind === "buy" ? 1 : price / history.coinUsd),
          price_to_in_currency_token: String(kind === "buy" ? price / history.coinUsd : 1),
          price_from_in_usd: kind === "buy" ? coinUsd : String(price),
          price_to_in_usd: kind === "buy" ? String(price) : coinUsd,
          block_timestamp: new Date(at).toISOString().replace(".000Z", "Z"),
          kind,
          volume_in_usd: String(volumeUsd),
          from_token_address: network === "solana" ? giving.address : giving.address.toLowerCase(),
          to_token_address: network === "solana" ? taking.address : taking.address.toLowerCase(),
        },
      };
    }),
});

const GECKO_WINDOWS = { m5: 5, m15: 15, m30: 30, h1: 60, h6: 360, h24: 1440 } as const;

/** Trades and different accounts of the last so many minutes. */
function transactionsOf(history: History, minutes: number, now: number) {
  const traded = lastMinutes(history, minutes, now);
  const of = (kind: "buy" | "sell") => traded.filter((trade) => trade.kind === kind);
  const accounts = (kind: "buy" | "sell"): number => new Set(of(kind).map(({ from }) => from)).size;
  return { buys: of("buy").length, sells: of("sell").length, buyers: accounts("buy"), sellers: accounts("sell") };
}

/** A pool itself; every number but the counts is text. */
function poolOf(network: string, history: History, now: number) {
  const address = (one: string): string => (network === "solana" ? one : one.toLowerCase());
  const token = (one: string) => ({ data: { id: `${network}_${address(one)}`, type: "token" } });
  const volume = (minutes: number): string => String(lastMinutes(history, minutes, now).reduce((sum, { volumeUsd }) => sum + volumeUsd, 0));
  const windows = <T>(of: (minutes: number) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(GECKO_WINDOWS).map(([name, minutes]) => [name, of(minutes)]));
  return {
    data: {
      id: `${network}_${address(history.pool)}`,
      type: "pool",
      attributes: {
        base_token_price_usd: String(history.price),
        quote_token_price_usd: String(history.coinUsd),
        address: address(history.pool),
        name: `${history.token.symbol} / ${history.quote.symbol}`,
        pool_created_at: new Date(history.createdAt).toISOString().replace(/\.\d+Z/, "Z"),
        transactions: windows((minutes) => transactionsOf(history, minutes, now)),
        volume_usd: windows(volume),
        reserve_in_usd: String(liquidityUsd(history)),
      },
      relationships: { base_token: token(history.token.address), quote_token: token(history.quote.address) },
    },
  };
}

/** GeckoTerminal: a pool, its candles and its trades. */
export function geckoterminal(market: Market): Provider {
  const tradedIn = async (network: string, address: string): Promise<Traded | undefined> =>
    (await market.pools()).find(
      ({ token, history }) => token.chain_id === networks[network] && history.pool.toLowerCase() === address.toLowerCase(),
    );
  return {
    name: "geckoterminal",
    answer: async ({ path, query }) => {
      const [, network = "", address = "", what = "", unit = ""] =
        /^\/networks\/([\w-]+)\/pools\/(\w+)(?:\/(trades|ohlcv)(?:\/(day|hour|minute))?)?$/.exec(path) ?? [];
      if (address === "") return notFound;
      const pool = await tradedIn(network, address);
      if (!pool) return missing;
      if (what === "") return { json: poolOf(network, pool.history, market.now()) };
      if (what === "trades") return { json: trades(network, pool.history, market.now()) };
      const seconds = (SECONDS[unit] ?? 3600) * Number(query.get("aggregate") ?? 1);
      const limit = Math.min(1000, Number(query.get("limit") ?? 100));
      return { json: ohlcv(pool.history, seconds, { limit, before: Number(query.get("before_timestamp") ?? Infinity) }) };
    },
  };
}
