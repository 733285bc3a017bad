import type { Transfer } from "../pool/pool-event.ts";

/** Tokens that went to exchanges to be sold there. */
export interface ExchangeInflow {
  /** Of the supply, 0..; what left the exchanges again is not deducted. */
  share: number;
  transfers: number;
}

/**
 * Transfers into labelled exchange wallets, and what lies in wallets that do nothing but forward to them (deposit addresses that were swept
 * before, and will be again).
 */
export function exchangeInflowOf(
  transfers: readonly Transfer[],
  { supply, exchanges }: { supply: bigint; exchanges: ReadonlySet<string> },
): ExchangeInflow {
  let arrived = 0n;
  let count = 0;
  const forwards = new Map<string, { only: boolean; balance: bigint }>();
  for (const { from, to, amount } of transfers) {
    if (exchanges.has(to) && !exchanges.has(from)) {
      arrived += amount;
      count += 1;
    }
    if (exchanges.has(from)) continue;
    const known = forwards.get(from) ?? { only: true, balance: 0n };
    forwards.set(from, { only: known.only && exchanges.has(to), balance: known.balance - amount });
  }
  for (const { from, to, amount } of transfers) {
    const deposit = forwards.get(to);
    if (!deposit?.only || exchanges.has(from)) continue;
    deposit.balance += amount;
    count += 1;
  }
  for (const { only, balance } of forwards.values()) if (only && balance > 0n) arrived += balance;
  return { share: supply > 0n ? Number(arrived) / Number(supply) : 0, transfers: count };
}
