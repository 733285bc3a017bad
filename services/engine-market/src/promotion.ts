import { dexChains, type Upstream } from "@token-sentiment/engine";
import { z } from "zod";
import { DAY_MS } from "./candle.ts";

/** What was paid for a token to be seen, in the last 30 days. */
export interface Promotion {
  ads: number;
  boosts: number;
  /** Of the latest of them, epoch ms; undefined when the source tells no time. */
  lastPaidAt: number | undefined;
  /** A profile was paid for, whenever that was. */
  profile: boolean;
}

/** What is later than any date is none. */
const time = z.number().positive().max(8.64e15).optional().catch(undefined);
const Order = z.object({ type: z.string(), status: z.string(), paymentTimestamp: time });
const Boost = z.object({ amount: z.number().positive(), paymentTimestamp: time });
const readable = <S extends z.ZodType>(schema: S) =>
  z.array(z.unknown()).transform((list) => list.flatMap((one) => schema.safeParse(one).data ?? []));
/** The documented answer is a bare list of orders; the one that is given in fact tells boosts too. */
const Answer = z.union([
  readable(Order).transform((orders) => ({ orders, boosts: [] })),
  z.object({ orders: readable(Order), boosts: readable(Boost).catch([]) }),
]);

const ADS: ReadonlySet<string> = new Set(["tokenAd", "trendingBarAd"]);
const REFUSED: ReadonlySet<string> = new Set(["cancelled", "rejected"]);
const RECENT_MS = 30 * DAY_MS;

/** What was paid to DexScreener for a token. @throws UnavailableError. */
export async function promotionOf(
  dexscreener: Upstream,
  { chain, address }: { chain: string; address: string },
  { signal, now }: { signal: AbortSignal; now: number },
): Promise<Promotion> {
  const told = await dexscreener.request(Answer, { path: `/orders/v1/${dexChains[chain] ?? chain}/${address}`, signal });
  const isRecent = ({ paymentTimestamp }: { paymentTimestamp?: number | undefined }): boolean =>
    now - (paymentTimestamp ?? now) <= RECENT_MS;
  const paid = told.orders.filter(({ status }) => !REFUSED.has(status));
  const ads = paid.filter((order) => ADS.has(order.type) && isRecent(order));
  const boosts = told.boosts.filter(isRecent);
  const times = [...ads, ...boosts].flatMap(({ paymentTimestamp }) => paymentTimestamp ?? []);
  return {
    ads: ads.length,
    boosts: boosts.length,
    lastPaidAt: times.length > 0 ? Math.max(...times) : undefined,
    profile: paid.some(({ type }) => type === "tokenProfile"),
  };
}
