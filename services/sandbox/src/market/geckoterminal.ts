import { type Answer, notFound, type Provider } from "../web/provider.ts";
import { candlesOf } from "./candles.ts";
import { type History, lastMinutes } from "./history.ts";
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

/** GeckoTerminal: candles and trades of a pool. */
export function geckoterminal(market: Market): Provider {
  const poolOf = async (network: string, address: string): Promise<Traded | undefined> =>
    (await market.pools()).find(
      ({ token, history }) => token.chain_id === networks[network] && history.pool.toLowerCase() === address.toLowerCase(),
    );
  return {
    name: "geckoterminal",
    answer: async ({ path, query }) => {
      const [, network = "", address = "", what = "", unit = ""] =
        /^\/networks\/([\w-]+)\/pools\/(\w+)\/(trades|ohlcv)(?:\/(day|hour|minute))?$/.exec(path) ?? [];
      if (what === "") return notFound;
      const pool = await poolOf(network, address);
      if (!pool) return missing;
      if (what === "trades") return { json: trades(network, pool.history, market.now()) };
      const seconds = (SECONDS[unit] ?? 3600) * Number(query.get("aggregate") ?? 1);
      const limit = Math.min(1000, Number(query.get("limit") ?? 100));
      return { json: ohlcv(pool.history, seconds, { limit, before: Number(query.get("before_timestamp") ?? Infinity) }) };
    },
  };
}
