import type { Trade } from "../pool/trades.ts";

/** How many traded, and how much of theirs the sellers sold. */
export interface Breadth {
  sellers: number;
  buyers: number;
  /** Sellers whose balance was looked at. */
  measured: number;
  /** The median part of what they had that those sold, 0..1: what they sold against that and what they have now. */
  medianSold: number;
}

/** Breadth of the sales; balances are those at the end of the window. */
export function breadthOf(trades: readonly Trade[], balances: ReadonlyMap<string, bigint>): Breadth {
  const sold = new Map<string, bigint>();
  const buyers = new Set<string>();
  for (const { account, kind, token, spent = token } of trades) {
    if (kind === "sell") sold.set(account, (sold.get(account) ?? 0n) + spent);
    else buyers.add(account);
  }
  const parts = [...sold].flatMap(([account, amount]) => {
    const left = balances.get(account);
    return left === undefined || amount <= 0n ? [] : [Number(amount) / Number(amount + left)];
  });
  const sorted = parts.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  return { sellers: sold.size, buyers: buyers.size, measured: parts.length, medianSold: median ?? 0 };
}
