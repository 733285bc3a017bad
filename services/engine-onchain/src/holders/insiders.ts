import type { Snapshot } from "@token-sentiment/evm";
import type { Transfer } from "../pool/pool-event.ts";

/** Who may own a token. */
export interface Insiders {
  /** Its owner, those it lately had, the addresses in its storage, and who was given its first tokens; in lower case. */
  accounts: ReadonlySet<string>;
  /** Whether who deployed it is among them: whom its first change of owner, or its first tokens, name. */
  deployer: boolean;
}

const NOBODY = `0x${"0".repeat(40)}`;
/** First tokens that more accounts were given are a distribution. */
const MOST_FIRST = 5;

/** Those who are known, without what belongs to the market. Transfers are the window's: they name the first tokens only when all were made in it. */
export function insidersOf(
  { owner, keys, handovers = [], supply = 0n }: Pick<Snapshot, "owner" | "keys" | "handovers" | "supply">,
  { transfers, market }: { transfers: readonly Transfer[]; market: ReadonlySet<string> },
): Insiders {
  const firstOwners = handovers.flatMap(({ from, to }) => (from === NOBODY ? [to] : []));
  const given = firstGiven(transfers, supply);
  const all = [
    ...(owner && owner.kind !== "nobody" ? [owner.address] : []),
    ...keys,
    ...handovers.flatMap(({ from, to }) => [from, to]),
    ...given,
  ].map((address) => address.toLowerCase());
  return {
    accounts: new Set(all.filter((account) => account !== NOBODY && !market.has(account))),
    deployer: firstOwners.length > 0 || given.length > 0,
  };
}

/** Who got tokens by the transaction that made the first; nobody when there were tokens before the window. */
function firstGiven(transfers: readonly Transfer[], supply: bigint): string[] {
  let [grown, first] = [0n, undefined as Transfer | undefined];
  for (const transfer of transfers) {
    if (transfer.from === NOBODY) {
      grown += transfer.amount;
      first ??= transfer;
    }
    if (transfer.to === NOBODY) grown -= transfer.amount;
  }
  if (!first || supply === 0n || grown < supply) return [];
  const { transaction } = first;
  const given = transfers.flatMap((one) => (one.transaction === transaction && one.from === NOBODY ? [one.to] : []));
  const accounts = [...new Set(given)];
  return accounts.length > MOST_FIRST ? [] : accounts;
}
