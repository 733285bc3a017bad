import type { Difference } from "@token-sentiment/evm/income";
import { accountsOf, dollars } from "./accounts.ts";
import type { NetworkDay } from "./read-books.ts";

/** What each difference means. */
const MEANING: Record<Difference["kind"], string> = {
  no_record: "money without a record",
  no_money: "a record without its money",
  amount: "another amount than recorded",
  transaction: "another transaction than recorded",
  unsettled: "money that its record does not know",
};

function lineOf({ kind, payer, nonce, on_chain, recorded }: Difference): string {
  const chain = on_chain ? `${on_chain.amount} in ${on_chain.tx} (block ${on_chain.block})` : "nothing";
  const record = recorded ? `${recorded.amount}, ${recorded.state}${recorded.tx === undefined ? "" : `, in ${recorded.tx}`}` : "nothing";
  return `PARTED\t${MEANING[kind]}\tpayer ${payer}\tnonce ${nonce ?? "-"}\ton chain ${chain}\trecorded ${record}`;
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n);

/** The ledger of a day for people: a table for each network, tab-separated, and a line for each difference. */
export function ledgerText(day: string, pay_to: string, networks: readonly NetworkDay[]): string[] {
  return networks.flatMap(({ network, asset, blocks, matched, differences }) => {
    const accounts = accountsOf(matched);
    const rows = accounts.map(({ payer, payments, amount, jobs, reruns_due, owed }) => [
      payer,
      payments,
      dollars(amount),
      jobs,
      reruns_due,
      owed,
    ]);
    const total = dollars(sum(accounts.map(({ amount }) => amount)));
    const verdict = differences.length === 0 ? "records and chain agree" : `records and chain part in ${differences.length}`;
    return [
      `${day} UTC on ${network}, blocks ${blocks.from} to ${blocks.to}, ${asset} to ${pay_to}`,
      ["payer", "payments", "USD", "jobs", "reruns due", "owed"].join("\t"),
      ...rows.map((row) => row.join("\t")),
      ["total", matched.length, total].join("\t"),
      ...differences.map(lineOf),
      verdict,
    ];
  });
}

/** The same for programs; amounts in millionths, digits. */
export function ledgerJson(day: string, pay_to: string, networks: readonly NetworkDay[]): object {
  return {
    day,
    pay_to,
    networks: networks.map(({ network, asset, blocks, matched, differences }) => {
      const accounts = accountsOf(matched);
      return {
        network,
        asset,
        from_block: blocks.from,
        to_block: blocks.to,
        payments: matched.length,
        revenue: String(sum(accounts.map(({ amount }) => amount))),
        payers: accounts.map((account) => ({ ...account, amount: String(account.amount) })),
        differences,
      };
    }),
  };
}
