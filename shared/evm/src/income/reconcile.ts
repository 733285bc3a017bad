import { paymentKey, type PaymentRecord } from "@token-sentiment/contract";
import type { Income } from "./read-income.ts";

/**
 * Where chain and records part. `no_record`: money that nobody recorded. `no_money`: a record says that money has moved, and none has.
 * `amount`: not what the record says. `transaction`: moved by another one. `unsettled`: money has moved, and the record does not know it.
 */
export const differences = ["no_record", "no_money", "amount", "transaction", "unsettled"] as const;

/** One difference; what the chain says and what the record says, as far as either says anything. */
export interface Difference {
  kind: (typeof differences)[number];
  network: string;
  payer: string;
  nonce?: string | undefined;
  on_chain?: { amount: string; tx: string; block: number };
  recorded?: { amount: string; state: PaymentRecord["state"]; tx?: string | undefined };
}

/** Money and the record of it. */
export interface Matched {
  income: Income;
  record: PaymentRecord;
}

export interface Books {
  network: string;
  asset: string;
  /** What reached us in the period. */
  income: readonly Income[];
  /** The records of the network and asset that say they were settled in the period. */
  settled: Iterable<PaymentRecord> | AsyncIterable<PaymentRecord>;
  recordOf: (key: string) => Promise<PaymentRecord | undefined>;
  /** What that record's authorization moved at any time. */
  paidBy: (record: PaymentRecord) => Promise<Income | undefined>;
  /** Broker time, epoch ms: a record that was reserved within the last ten minutes may still be on its way. */
  now: number;
}

const ON_ITS_WAY_MS = 10 * 60_000;
const hasMoney = ({ state }: PaymentRecord): boolean => state === "settled" || state === "published" || state === "failed";
const amountOf = ({ amount, tx, block }: Income) => ({ amount: String(amount), tx, block });
const saidBy = ({ amount, state, tx }: PaymentRecord) => ({ amount, state, tx });

/** Holds what the chain moved to what was recorded, in both directions. The money decides what belongs to the period, the records what is missing. */
export async function reconcile(books: Books): Promise<{ matched: Matched[]; differences: Difference[] }> {
  const { network, asset, income, settled, recordOf, paidBy, now } = books;
  const matched: Matched[] = [];
  const parted: Difference[] = [];
  const seen = new Set<string>();
  for (const one of income) {
    const key = one.nonce === undefined ? undefined : paymentKey({ network, asset, payer: one.payer, nonce: one.nonce });
    const record = key === undefined ? undefined : await recordOf(key);
    const at = { network, payer: one.payer, nonce: one.nonce, on_chain: amountOf(one) };
    if (!record || key === undefined) {
      parted.push({ kind: "no_record", ...at });
      continue;
    }
    seen.add(key);
    const kind = kindOf(one, record);
    if (kind === undefined) matched.push({ income: one, record });
    else if (kind !== "unsettled" || now - record.reserved_at > ON_ITS_WAY_MS) parted.push({ kind, ...at, recorded: saidBy(record) });
  }
  for await (const record of settled) {
    if (seen.has(paymentKey(record))) continue;
    const { payer, nonce } = record;
    const found = await paidBy(record);
    const kind = found ? kindOf(found, record) : "no_money";
    if (kind !== undefined)
      parted.push({ kind, network, payer, nonce, ...(found && { on_chain: amountOf(found) }), recorded: saidBy(record) });
  }
  return { matched, differences: parted };
}

/** How money and its record part; undefined when they agree. */
function kindOf(income: Income, record: PaymentRecord): Difference["kind"] | undefined {
  if (income.pay_to !== record.pay_to) return "no_money";
  if (String(income.amount) !== record.amount) return "amount";
  if (!hasMoney(record)) return "unsettled";
  if (record.tx !== undefined && record.tx !== income.tx) return "transaction";
  return undefined;
}
