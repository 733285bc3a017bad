import { once } from "node:events";
import { createServer } from "node:http";

/** The nth address of an EVM chain. */
export const evm = (n: number): string => `0x${String(n).padStart(40, "0")}`;
/** Three addresses of Solana. */
export const [BONK, WIF, DAI_ON_SOLANA] = [
  "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263",
  "EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm",
  "EjmyN6qEC1Tf1JxiG1ae7UTJhUxSwk1TCWNWqxWV4J6o",
] as const;

const coin = (id: string, symbol: string, platforms: Record<string, string | null>) => ({ id, symbol, name: id, platforms });
/** CoinGecko's list; it tells no ranks. */
const coins = [
  coin("bitcoin", "btc", {}),
  coin("pepe", "pepe", { ethereum: evm(1), "binance-smart-chain": evm(2) }),
  coin("baby-one", "baby", { ethereum: evm(3) }),
  coin("baby-two", "baby", { ethereum: evm(4) }),
  coin("peer-one", "peer", { ethereum: evm(44) }),
  coin("peer-two", "peer", { ethereum: evm(45) }),
  coin("gem-one", "gem", { ethereum: evm(5) }),
  coin("gem-two", "gem", { ethereum: evm(6) }),
  coin("shadowed", "shad", { ethereum: evm(7) }),
  coin("plain", "plain", { ethereum: evm(9), base: null }),
  coin("broken", "brok", { ethereum: "not an address" }),
  coin("bonk", "bonk", { solana: BONK }),
  coin("wrapped-steth", "wstETH", { ethereum: evm(11) }),
  coin("peg", "usdc", { ethereum: evm(12) }),
  coin("dogwifcoin", "wif", { solana: WIF }),
];
/** What its search tells of those that share a symbol. */
const ranks: Readonly<Record<string, number | null>> = {
  "baby-one": 900,
  "baby-two": 120,
  "peer-one": 300,
  "peer-two": 310,
  "gem-one": null,
};

interface Pool {
  symbol: string;
  chain: string;
  address: string;
  usd?: number;
  /** The symbol stands on the side that the token is paid in. */
  isQuote?: boolean;
}
const pools: readonly Pool[] = [
  { symbol: "PEPE", chain: "pulsechain", address: evm(1), usd: 9_000_000 },
  { symbol: "PEPE", chain: "ethereum", address: evm(1), usd: 4_000_000 },
  { symbol: "PEPE", chain: "ethereum", address: evm(60), usd: 70_000 },
  { symbol: "PEPE", chain: "base", address: evm(61), usd: 3_000 },
  { symbol: "GEM", chain: "ethereum", address: evm(5), usd: 1_000 },
  { symbol: "GEM", chain: "ethereum", address: evm(6), usd: 80_000 },
  { symbol: "SHAD", chain: "ethereum", address: evm(7), usd: 10_000 },
  { symbol: "SHAD", chain: "ethereum", address: evm(8), usd: 90_000 },
  { symbol: "PLAIN", chain: "ethereum", address: evm(9), usd: 100_000 },
  { symbol: "PLAIN", chain: "ethereum", address: evm(62), usd: 500 },
  { symbol: "TWIN", chain: "ethereum", address: evm(20), usd: 90_000 },
  { symbol: "TWIN", chain: "ethereum", address: evm(21), usd: 310_000 },
  { symbol: "LONE", chain: "base", address: evm(22), usd: 51_000 },
  { symbol: "LONE", chain: "base", address: evm(23), usd: 10_000 },
  { symbol: "$WIF", chain: "solana", address: WIF, usd: 12_000_000 },
  { symbol: "WIF", chain: "bsc", address: evm(24), usd: 1_840 },
  { symbol: "PLS", chain: "pulsechain", address: evm(25), usd: 5_000_000 },
  { symbol: "ORCA", chain: "pulsechain", address: evm(26), usd: 8_000_000 },
  { symbol: "ORCA", chain: "ethereum", address: evm(26), usd: 20_000 },
  { symbol: "QUOT", chain: "ethereum", address: evm(27), usd: 900_000, isQuote: true },
  { symbol: "CATS", chain: "ethereum", address: evm(28), usd: 900_000 },
  { symbol: "DUST", chain: "bsc", address: evm(29) },
  { symbol: "SO1", chain: "solana", address: "So1ana111111111111112", usd: 900_000 },
  { symbol: " HUSH\n", chain: "bsc", address: evm(30), usd: 4_000 },
  { symbol: "DAI", chain: "solana", address: DAI_ON_SOLANA, usd: 50_000 },
  { symbol: "USDC", chain: "ethereum", address: evm(63), usd: 99_000_000 },
  { symbol: "CASE", chain: "ethereum", address: `0x${"aB".repeat(20)}`, usd: 5_000 },
];
const pairOf = ({ symbol, chain, address, usd, isQuote }: Pool, index: number) => {
  const [token, other] = [
    { address, symbol, name: symbol },
    { address: evm(999), symbol: "WETH", name: "WETH" },
  ];
  return {
    chainId: chain,
    dexId: "uniswap",
    pairAddress: evm(10_000 + index),
    ...(isQuote ? { baseToken: other, quoteToken: token } : { baseToken: token, quoteToken: other }),
    ...(usd !== undefined && { liquidity: { usd } }),
  };
};

/** CoinGecko and DexScreener on loopback, in their shapes, about those coins and pools. */
export async function startLabelledWorld() {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://loopback");
    const search = (): unknown => {
      const wanted = (searchParams.get("q") ?? "").toUpperCase();
      return { schemaVersion: "1.0.0", pairs: pools.filter(({ symbol }) => symbol.toUpperCase().includes(wanted)).map(pairOf) };
    };
    const ranked = (): unknown => ({
      coins: Object.entries(ranks).map(([id, market_cap_rank]) => ({ id, symbol: "ANY", market_cap_rank })),
    });
    const answers: Record<string, () => unknown> = { "/coins/list": () => coins, "/search": ranked, "/latest/dex/search": search };
    const answer = answers[pathname];
    response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer?.() ?? {}));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  return {
    urls: { ENGINE_COINGECKO_URL: url, ENGINE_DEXSCREENER_URL: url },
    [Symbol.asyncDispose]: async () => server.close().closeAllConnections(),
  };
}
