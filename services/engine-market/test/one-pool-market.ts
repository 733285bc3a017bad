import { once } from "node:events";
import { createServer } from "node:http";

/** What the providers say of one token with one pool. */
export interface OnePool {
  /** Of the pool, USD. */
  liquidityUsd: number;
  priceUsd: number;
  /** What another pool of the token holds, USD; there is none when omitted. */
  heirUsd?: number;
  /** The token's own. */
  symbol?: string;
  /** Closes of the last hours, oldest first; each opens where the one before closed. */
  closes: readonly number[];
  /** 300 trades of the last so many minutes, the most the source tells; none when omitted. */
  minutes?: number;
  /** Answers instead, by the last word of the path. */
  statuses: Partial<Record<"ohlcv" | "trades" | "pool" | "orders", number>>;
}

const COIN = "0x00000000000000000000000000000000000000cc";
const HEIR = "0x00000000000000000000000000000000000000ee";
const POOL = "0x00000000000000000000000000000000000000dd";

/** DexScreener and GeckoTerminal on loopback, in their shapes, about one pool whose state a test may change, and what they were asked. */
export async function startOnePoolMarket(state: OnePool, now: number) {
  const asked: string[] = [];
  const answer = (path: string, address: string): unknown => {
    const token = { address, symbol: state.symbol ?? "ANY", name: "ANY" };
    const coin = { address: COIN, symbol: "WETH", name: "WETH" };
    switch (path) {
      case "orders":
        return [];
      case "ohlcv":
        return {
          data: {
            attributes: {
              ohlcv_list: state.closes.map((close, index) => {
                const open = state.closes[index - 1] ?? close;
                const at = now / 1000 - (state.closes.length - index) * 3600;
                return [at, open, Math.max(open, close), Math.min(open, close), close, 100];
              }),
            },
          },
          meta: { base: token, quote: coin },
        };
      case "trades":
        return { data: state.minutes === undefined ? [] : tradesOf(address, { minutes: state.minutes, now }) };
      case "pool":
        return {
          data: {
            attributes: { transactions: { h24: { buys: 40, sells: 30, buyers: 20, sellers: 20 } } },
            relationships: { base_token: { data: { id: `eth_${address}` } } },
          },
        };
      default: {
        const { liquidityUsd, priceUsd } = state;
        const pair = { chainId: "ethereum", dexId: "uniswap", pairAddress: POOL, baseToken: token, quoteToken: coin };
        const traded = { txns: { h24: { buys: 40, sells: 30 } }, volume: { h24: 100 } };
        const deepest = { ...pair, ...traded, priceUsd: String(priceUsd), liquidity: { usd: liquidityUsd } };
        const { heirUsd } = state;
        return heirUsd === undefined ? [deepest] : [deepest, { ...deepest, pairAddress: HEIR, liquidity: { usd: heirUsd } }];
      }
    }
  };
  let token = "";
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    const last = path.split("/").at(-1) ?? "";
    if (path.startsWith("/token-pairs")) token = last;
    const what = /ohlcv|trades|orders/.exec(path)?.[0] ?? (path.includes("/pools/") ? "pool" : "pairs");
    asked.push(what);
    const status = Object.entries(state.statuses).find(([name]) => name === what)?.[1] ?? 200;
    response.writeHead(status).end(JSON.stringify(answer(what, token)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  return {
    urls: { ENGINE_DEXSCREENER_URL: url, ENGINE_GECKOTERMINAL_URL: url },
    asked,
    [Symbol.asyncDispose]: async () => server.close().closeAllConnections(),
  };
}

const TRADES = 300;

/** Small purchases at one price, newest first. */
const tradesOf = (address: string, { minutes, now }: { minutes: number; now: number }) =>
  Array.from({ length: TRADES }, (_, index) => ({
    attributes: {
      tx_hash: `0x${index}`,
      tx_from_address: `0x${index % 30}`,
      price_from_in_usd: "3000",
      price_to_in_usd: "1",
      from_token_address: COIN,
      to_token_address: address,
      volume_in_usd: "10",
      block_timestamp: new Date(now - (index * minutes * 60_000) / TRADES).toISOString(),
    },
  }));
