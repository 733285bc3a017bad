import { type DexPair, DexPairs, dexChains, sameAddress, UnavailableError, type Upstream } from "@token-sentiment/engine";
import { z } from "zod";
import { type Candle, HOURS_ASKED } from "./candle.ts";
import { networks } from "./networks.ts";

/** The deepest pool of a token. */
export interface PoolFacts {
  address: string;
  liquidityUsd: number | undefined;
  /** Of the last 24 h. */
  volumeUsd: number | undefined;
  buys: number | undefined;
  sells: number | undefined;
  priceUsd?: number | undefined;
  /** As the contract itself spells it: a stranger's text. */
  symbol?: string;
  /** Epoch ms. */
  createdAt?: number | undefined;
  /** The next deepest pool, when it tells a price. */
  second?: { liquidityUsd: number; priceUsd: number } | undefined;
  /** Addresses of its other pools whose depth is told. */
  others?: readonly string[];
  /** Boosts that are running, over all pools. */
  boosts?: number;
}

/** The pools of one contract, asked on its own chain alone; elsewhere the same address is another token. `none` = no pool is known, `quote` = only as what others are paid in. */
export async function deepestPool(
  dexscreener: Upstream,
  { chain, address }: { chain: string; address: string },
  signal: AbortSignal,
): Promise<PoolFacts | "none" | "quote"> {
  const slug = dexChains[chain] ?? chain;
  const pairs = await dexscreener.request(DexPairs, { path: `/token-pairs/v1/${slug}/${address}`, signal });
  const [pool, ...others] = pairs
    .filter(({ chainId, baseToken }) => chainId === slug && sameAddress(chain, baseToken.address, address))
    .toSorted((a, b) => depthOf(b) - depthOf(a) || (b.volume?.h24 ?? 0) - (a.volume?.h24 ?? 0));
  if (!pool) {
    const quoted = pairs.some(({ chainId, quoteToken }) => chainId === slug && sameAddress(chain, quoteToken.address, address));
    return quoted ? "quote" : "none";
  }
  const { pairAddress, liquidity, volume, txns } = pool;
  const { buys, sells } = txns?.h24 ?? {};
  return {
    address: pairAddress,
    liquidityUsd: liquidity?.usd,
    volumeUsd: volume?.h24,
    buys,
    sells,
    priceUsd: pool.priceUsd,
    symbol: pool.baseToken.symbol,
    createdAt: pool.pairCreatedAt,
    second: secondOf(others),
    others: others.filter((pair) => pair.liquidity?.usd !== undefined).map((pair) => pair.pairAddress),
    boosts: Math.max(...[pool, ...others].map(({ boosts }) => boosts?.active ?? 0)),
  };
}

const secondOf = ([pair]: readonly DexPair[]): PoolFacts["second"] =>
  pair?.priceUsd === undefined || pair.liquidity?.usd === undefined
    ? undefined
    : { liquidityUsd: pair.liquidity.usd, priceUsd: pair.priceUsd };

const depthOf = ({ liquidity }: DexPair): number => liquidity?.usd ?? -1;

const price = z.number().positive();
const Row = z.tuple([z.number(), price, price, price, price, z.number().nonnegative()]);
/** An hour that cannot be read is left out, unless none can. */
const Rows = z.array(z.unknown()).transform((list, context) => {
  const rows = list.map((one) => Row.safeParse(one).data).filter((row) => row !== undefined);
  if (rows.length === 0 && list.length > 0) context.addIssue({ code: "custom", message: "no hour can be read" });
  return rows;
});
const Ohlcv = z.object({
  meta: z.object({ base: z.object({ address: z.string() }) }),
  data: z.object({ attributes: z.object({ ohlcv_list: Rows }) }),
});

/** The last week of a token's price in a pool by the hour, oldest first. @throws UnavailableError when the source tells of another token. */
export async function poolCandles(
  geckoterminal: Upstream,
  { chain, address, pool }: { chain: string; address: string; pool: string },
  signal: AbortSignal,
): Promise<Candle[]> {
  const path = `/networks/${networks[chain] ?? chain}/pools/${pool}/ohlcv/hour`;
  const query = { aggregate: 1, limit: HOURS_ASKED, currency: "usd", token: address };
  const { data, meta } = await geckoterminal.request(Ohlcv, { path, query, signal });
  // A pool has two tokens, and which of them comes first is not the same with every source.
  if (!sameAddress(chain, meta.base.address, address)) throw new UnavailableError("geckoterminal told candles of another token");
  return data.attributes.ohlcv_list
    .map(([start, open, high, low, close, volumeUsd]): Candle => ({ at: start * 1000, open, high, low, close, volumeUsd }))
    .toSorted((a, b) => a.at - b.at);
}

const amount = z.coerce.number().nonnegative();
const Klines = z.array(z.tuple([z.number(), amount, amount, amount, amount, amount, z.number(), amount], z.unknown()));

/** The last week of a pair of the reference exchange by the hour, oldest first. */
export async function pairCandles(binance: Upstream, pair: string, signal: AbortSignal): Promise<Candle[]> {
  const query = { symbol: pair, interval: "1h", limit: HOURS_ASKED };
  const rows = await binance.request(Klines, { path: "/api/v3/klines", query, signal });
  return rows.map(([at, open, high, low, close, , , volumeUsd]): Candle => ({ at, open, high, low, close, volumeUsd }));
}
