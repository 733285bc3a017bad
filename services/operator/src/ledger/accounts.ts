import type { Matched } from "@token-sentiment/evm/income";

/** What one payer paid, in millionths of a dollar, and what came of it. */
export interface Account {
  payer: string;
  payments: number;
  amount: bigint;
  /** Jobs that were started for it, reruns included. */
  jobs: number;
  /** Payments whose job failed and whose rerun has not been asked for. */
  reruns_due: number;
  /** Payments of which both jobs failed: the money is due. */
  owed: number;
}

/** Payments by payer, who paid most first. */
export function accountsOf(matched: readonly Matched[]): Account[] {
  const accounts = new Map<string, Account>();
  for (const { income, record } of matched) {
    const { payer } = record;
    const account = accounts.get(payer) ?? { payer, payments: 0, amount: 0n, jobs: 0, reruns_due: 0, owed: 0 };
    const failed = record.state === "failed";
    accounts.set(payer, {
      payer,
      payments: account.payments + 1,
      amount: account.amount + income.amount,
      jobs: account.jobs + record.jobs.filter(({ published_at }) => published_at !== undefined).length,
      reruns_due: account.reruns_due + Number(failed && record.jobs.length === 1),
      owed: account.owed + Number(failed && record.jobs.length === 2),
    });
  }
  return [...accounts.values()].toSorted((a, b) => Number(b.amount - a.amount) || (a.payer < b.payer ? -1 : 1));
}

/** Millionths as dollars, all six places: `0.020000`. */
export const dollars = (millionths: bigint): string => `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, "0")}`;
