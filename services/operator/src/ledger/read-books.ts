import type { Payments } from "@token-sentiment/bus";
import type { PaymentNetwork, PaymentRecord } from "@token-sentiment/contract";
import { type Difference, firstBlockAt, type Matched, readBlock, readIncome, readPaid, reconcile } from "@token-sentiment/evm/income";
import { askNode } from "./ask-node.ts";

/** One network's day: what was paid, from which block to which, and where chain and records part. */
export interface NetworkDay {
  network: string;
  asset: string;
  blocks: { from: number; to: number };
  matched: Matched[];
  differences: Difference[];
}

const DAY_MS = 86_400_000;

/** Every payment, by key. Throws like `Payments`. */
async function allPayments(payments: Payments): Promise<Map<string, PaymentRecord>> {
  const found = new Map<string, PaymentRecord>();
  for (let from: number | undefined = 1; from !== undefined;) {
    const page = await payments.page(from);
    for (const { key, payment } of page.payments) found.set(key, payment);
    for (const key of page.gone) found.delete(key);
    from = page.next;
  }
  return found;
}

/** Reads a network's UTC day off its chain and holds it to the records. Rejects when chain or records cannot be read in full. */
export async function networkDay(
  { network, asset, rpcUrls }: PaymentNetwork,
  { day, pay_to, payments }: { day: string; pay_to: string; payments: Payments },
): Promise<NetworkDay> {
  const ask = askNode(rpcUrls);
  const start = Date.parse(`${day}T00:00:00Z`);
  // before the chain is: the money of what they call settled is there then
  const records = await allPayments(payments);
  const head = await readBlock(ask);
  const from = await firstBlockAt(ask, start / 1000, head);
  const to = (await firstBlockAt(ask, (start + DAY_MS) / 1000, head)) - 1;
  const income = await readIncome(ask, { asset, pay_to }, { from, to });
  const settled = [...records.values()].filter(
    (record) =>
      record.network === network &&
      record.asset === asset &&
      (record.settled_at ?? 0) >= start &&
      (record.settled_at ?? 0) < start + DAY_MS,
  );
  const books = await reconcile({
    network,
    asset,
    income,
    settled,
    recordOf: async (key) => (await payments.get(key))?.payment,
    paidBy: (record) => readPaid(ask, record, { from: record.since_block, to: head.number }),
    now: Date.now(),
  });
  return { network, asset, blocks: { from, to }, ...books };
}
