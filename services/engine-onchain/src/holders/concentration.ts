/** How much few accounts hold. Observed: of accounts that are known or moved in the window, so a lower bound. */
export interface Concentration {
  /** Of the supply, 0..1. */
  top10: number;
  /** Sum of the squared shares: 1 = one account holds everything. */
  hhi: number;
  /** How many of the largest hold more than half of the supply together; undefined when those that were looked at hold less. */
  nakamoto: number | undefined;
  /** Accounts that were looked at. */
  accounts: number;
}

/** Concentration among those balances, without the accounts in `market`, whose tokens are nobody's in particular. */
export function concentrationOf(
  balances: ReadonlyMap<string, bigint>,
  { supply, market }: { supply: bigint; market: ReadonlySet<string> },
): Concentration | undefined {
  if (supply <= 0n) return undefined;
  const shares = [...balances]
    .filter(([account]) => !market.has(account))
    .map(([, balance]) => Math.min(1, Number(balance) / Number(supply)))
    .toSorted((a, b) => b - a);
  let [half, held] = [undefined as number | undefined, 0];
  for (const [index, share] of shares.entries()) {
    held += share;
    if (half === undefined && held > 0.5) half = index + 1;
  }
  const top10 = shares.slice(0, 10).reduce((sum, share) => sum + share, 0);
  return { top10: Math.min(1, top10), hhi: shares.reduce((sum, share) => sum + share * share, 0), nakamoto: half, accounts: shares.length };
}
