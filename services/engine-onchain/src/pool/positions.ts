import type { Removal } from "./removal.ts";
import type { PoolEvent, Transfer } from "./pool-event.ts";

/** What a V3 pool's positions are measured by. */
export interface PositionBook {
  /** What the pool holds now, in the token's smallest unit and in wei. */
  token: bigint;
  coin: bigint;
  /** Wei for one of the token's smallest unit, now. */
  price: number;
  /** Contracts that keep positions for others, in lower case. */
  managers: ReadonlySet<string>;
  pool: string;
}

type Position = Extract<PoolEvent, { kind: "position" }>;

/**
 * What was taken out of a V3 pool, as `removalOf` says it of a V2 pair. Positions cover ranges of their own, so that shares of liquidity do not
 * add up: each addition and removal counts by the part of the pool's value that it was then, and what stays is their product.
 */
export function positionRemovalOf(events: readonly PoolEvent[], transfers: readonly Transfer[], book: PositionBook): Removal {
  const receivers = new Map<string, string>();
  for (const { from, to, transaction } of transfers) if (from === book.pool || book.managers.has(from)) receivers.set(transaction, to);
  const collectors = new Map<string, string>();
  for (const event of events)
    if (event.kind === "position" && event.change === "collected") collectors.set(event.transaction, event.account);
  const whose = ({ account, transaction }: Position): string =>
    book.managers.has(account) ? (receivers.get(transaction) ?? collectors.get(transaction) ?? account) : account;

  let [token, coin, price] = [Number(book.token), Number(book.coin), book.price];
  let kept = 1;
  const keptBy = new Map<string, number>();
  const count = (account: string, part: number) => {
    kept *= part;
    keptBy.set(account, (keptBy.get(account) ?? 1) * part);
  };
  for (const event of events.toReversed()) {
    if (event.kind === "swap") {
      token -= Number(event.in.token - event.out.token);
      coin -= Number(event.in.coin - event.out.coin);
      price = event.price?.before ?? price;
    }
    if (event.kind !== "position") continue;
    const [tokens, coins] = [Number(event.amounts.token), Number(event.amounts.coin)];
    const value = tokens * price + coins;
    if (event.change === "collected") {
      token += tokens;
      coin += coins;
      continue;
    }
    const held = Math.max(0, token * price + coin);
    if (event.change === "added") {
      const before = held - value;
      // the pool's first liquidity adds nothing to what was there
      if (before > 0) count(whose(event), held / before);
      token -= tokens;
      coin -= coins;
    } else if (held > 0) count(whose(event), Math.max(0, 1 - value / held));
  }
  const [account, least] = [...keptBy].reduce((top, next) => (next[1] < top[1] ? next : top), ["", 1]);
  const taken = (part: number): number => Math.min(1, Math.max(0, 1 - part));
  return { share: taken(kept), byOne: taken(least), account };
}
