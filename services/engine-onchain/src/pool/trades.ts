import type { PoolEvent, Transfer } from "./pool-event.ts";

/** One trade through a pool. */
export interface Trade {
  /** Who sold the tokens or received them, in lower case. */
  account: string;
  kind: "buy" | "sell";
  token: bigint;
  coin: bigint;
  /** Of a sale: what left the seller for it, a token's own tax and all; 0 when another sale of the same transaction counts it. */
  spent?: bigint;
}

/** Contracts that a token may pass through within one transaction before its pool, or after it. */
const MOST_HOPS = 4;
/** Transfers of one transaction that are looked through for whom it passed; a token can write thousands into one. */
const MOST_TRANSFERS = 100;

/**
 * The trades, in order, by what the pool got and gave: what a token's own tax takes on the way is no part of them. A seller is who delivered
 * the tokens before the swap, in its transaction, and before that whoever the deliverer had them from within it (routers and aggregators);
 * a buyer, where they went. `pools` are never traders.
 */
export function tradesOf(
  events: readonly PoolEvent[],
  { transfers, pools }: { transfers: readonly Transfer[]; pools: ReadonlySet<string> },
): Trade[] {
  const hops = hopsOf(transfers, new Set(events.flatMap(({ kind, transaction }) => (kind === "swap" ? [transaction] : []))));
  const isTrader = (account: string): boolean => account !== NOBODY && !pools.has(account);
  const delivered = new Map<string, string>();
  const trades: Trade[] = [];
  const origin = (deliverer: string, transaction: string): string => {
    const passed = hops.get(transaction) ?? [];
    let account = deliverer;
    let before = passed.findIndex(({ from, to }) => from === account && pools.has(to));
    for (let hop = 0; hop < MOST_HOPS && before > 0; hop++) {
      const handed = passed[before]?.amount ?? 0n;
      before = passed.findLastIndex(
        ({ from, to, amount }, index) => index < before && to === account && isTrader(from) && isMost(amount, handed),
      );
      account = passed[before]?.from ?? account;
    }
    return account;
  };
  const destination = (receiver: string, transaction: string): string => {
    const passed = hops.get(transaction) ?? [];
    let account = receiver;
    let after = passed.findIndex(({ from, to }) => pools.has(from) && to === account);
    for (let hop = 0; hop < MOST_HOPS && after >= 0; hop++) {
      const handed = passed[after]?.amount ?? 0n;
      after = passed.findIndex(
        ({ from, to, amount }, index) => index > after && from === account && isTrader(to) && isMost(amount, handed),
      );
      account = passed[after]?.to ?? account;
    }
    return account;
  };
  const counted = new Set<string>();
  const spentBy = (account: string, transaction: string, token: bigint): bigint => {
    const sale = `${transaction} ${account}`;
    if (counted.has(sale)) return 0n;
    counted.add(sale);
    const left = (hops.get(transaction) ?? []).reduce((sum, { from, amount }) => sum + (from === account ? amount : 0n), 0n);
    return left > token ? left : token;
  };
  for (const event of events) {
    if (event.kind === "delivery") delivered.set(event.transaction, event.from);
    if (event.kind !== "swap") continue;
    const { in: put, out: got, to, transaction } = event;
    if (got.coin > put.coin) {
      const account = origin(delivered.get(transaction) ?? to, transaction);
      const token = put.token - got.token;
      trades.push({ account, kind: "sell", token, coin: got.coin - put.coin, spent: spentBy(account, transaction, token) });
    } else trades.push({ account: destination(to, transaction), kind: "buy", token: got.token - put.token, coin: put.coin - got.coin });
  }
  return trades;
}

/** What is passed on is most of what there was: a tax of the token's goes elsewhere. */
const isMost = (amount: bigint, of: bigint): boolean => 2n * amount >= of;

const NOBODY = `0x${"0".repeat(40)}`;

/** The first transfers of the transactions that traded, by transaction. */
function hopsOf(transfers: readonly Transfer[], trading: ReadonlySet<string>): Map<string, Transfer[]> {
  const hops = new Map<string, Transfer[]>();
  for (const transfer of transfers) {
    if (!trading.has(transfer.transaction)) continue;
    const known = hops.get(transfer.transaction);
    if (known && known.length < MOST_TRANSFERS) known.push(transfer);
    else if (!known) hops.set(transfer.transaction, [transfer]);
  }
  return hops;
}
