import type { Transfer } from "../pool/pool-event.ts";

/** What the largest known holders did, net. */
export interface WhaleFlow {
  /** What left them in the window, of the supply; negative = they took in more. A lower bound: whoever did not move and is not known is not among them. */
  out: number;
  /** How many they are. */
  holders: number;
}

const LARGEST = 20;
/** Of the supply: who holds less is no whale, however few holders there are. */
const WHALE = 100n;

/** Net change of the accounts that held most, and 1 % or more of the supply, when the window began, without those in `market`. */
export function whaleFlowOf(
  balances: ReadonlyMap<string, bigint>,
  { transfers, supply, market }: { transfers: readonly Transfer[]; supply: bigint; market: ReadonlySet<string> },
): WhaleFlow | undefined {
  if (supply <= 0n) return undefined;
  const change = new Map<string, bigint>();
  for (const { from, to, amount } of transfers) {
    change.set(from, (change.get(from) ?? 0n) - amount);
    change.set(to, (change.get(to) ?? 0n) + amount);
  }
  const held = [...balances]
    .filter(([account]) => !market.has(account))
    .map(([account, now]) => ({ change: change.get(account) ?? 0n, before: now - (change.get(account) ?? 0n) }))
    .filter(({ before }) => before * WHALE >= supply)
    .toSorted((a, b) => (a.before < b.before ? 1 : -1))
    .slice(0, LARGEST);
  const net = held.reduce((sum, one) => sum + one.change, 0n);
  return { out: -Number(net) / Number(supply), holders: held.length };
}
