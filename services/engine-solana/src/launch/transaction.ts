import { z } from "zod";

const Balance = z.object({
  mint: z.string(),
  owner: z.string().optional(),
  uiTokenAmount: z.object({ amount: z.string().regex(/^\d{1,20}$/) }),
});

/** `getTransaction` in "jsonParsed", as far as it is read. */
export const Transaction = z.object({
  transaction: z.object({ message: z.object({ accountKeys: z.array(z.object({ pubkey: z.string() })) }) }),
  meta: z.object({
    err: z.unknown(),
    preBalances: z.array(z.number()),
    postBalances: z.array(z.number()),
    preTokenBalances: z.array(Balance).nullish(),
    postTokenBalances: z.array(Balance).nullish(),
  }),
});
export type Transaction = z.infer<typeof Transaction>;

/** What each owner got of a mint in a transaction, in the smallest unit; those who got nothing are left out. */
export function gainsOf({ meta }: Transaction, mint: string): Map<string, bigint> {
  const gains = new Map<string, bigint>();
  const add = (balances: Transaction["meta"]["preTokenBalances"], sign: bigint): void => {
    for (const { mint: of, owner, uiTokenAmount } of balances ?? []) {
      if (of === mint && owner !== undefined) gains.set(owner, (gains.get(owner) ?? 0n) + sign * BigInt(uiTokenAmount.amount));
    }
  };
  add(meta.postTokenBalances, 1n);
  add(meta.preTokenBalances, -1n);
  return new Map([...gains].filter(([, amount]) => amount > 0n));
}

/** Who paid when a wallet got its first coins: the one that lost most; undefined when the wallet got none. */
export function funderOf({ transaction, meta }: Transaction, wallet: string): string | undefined {
  const changes = transaction.message.accountKeys.map(({ pubkey }, index) => ({
    pubkey,
    change: (meta.postBalances[index] ?? 0) - (meta.preBalances[index] ?? 0),
  }));
  if (!changes.some(({ pubkey, change }) => pubkey === wallet && change > 0)) return undefined;
  const [payer] = changes.filter(({ change }) => change < 0).toSorted((a, b) => a.change - b.change);
  return payer?.pubkey;
}
