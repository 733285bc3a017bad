import { readPoolShares, type Rpc, type Snapshot } from "@token-sentiment/evm";
import { getAddress } from "viem";
import type { Shares } from "../facts.ts";
import type { Labels } from "../labels/labels.ts";
import { readLocks } from "./locks.ts";

/** Who holds the shares of a V2 pair, and how many there are. Undefined: it does not say. @throws UnavailableError */
export async function sharesOf(
  rpc: Rpc,
  { snapshot, labels, pair }: { snapshot: Snapshot; labels: Labels; pair: Snapshot["token"] },
  signal: AbortSignal,
): Promise<{ supply: bigint; shares: Shares } | undefined> {
  const { block, owner } = snapshot;
  const burned = labels.of("burn");
  const keeper = owner && owner.kind !== "nobody" ? [owner.address] : [];
  const lockers = labels.of("locker").map((address) => getAddress(address));
  const holders = [...burned.map((address) => getAddress(address)), ...keeper, ...lockers];
  const found = await readPoolShares(rpc, { pair, holders, tag: block.tag }, signal);
  if (!found || found.supply === 0n) return undefined;
  const { supply, balances } = found;
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
  const part = (amount: bigint): number => Number(amount) / Number(supply);
  const owned = burned.length + keeper.length;
  const held = lockers.map((locker, index) => ({ locker, balance: balances[owned + index] ?? 0n })).filter(({ balance }) => balance > 0n);
  const timed = held.filter(({ locker }) => labels.timed.has(locker.toLowerCase()));
  const locks = timed.length > 0 ? await readLocks(rpc, { pair, held: timed, block }, signal) : undefined;
  const read = locks ? locks.lasting + locks.ending : 0n;
  return {
    supply,
    shares: {
      burned: part(sum(balances.slice(0, burned.length))),
      owner: part(sum(balances.slice(burned.length, owned))),
      locked: part(locks?.lasting ?? 0n),
      ending: part(locks?.ending ?? 0n),
      unread: part(sum(held.map(({ balance }) => balance)) - read),
    },
  };
}

/** The token's balances of those accounts, in lower case, as of the snapshot. Undefined: they could not be read. @throws UnavailableError */
export async function balancesOf(
  rpc: Rpc,
  { snapshot: { token, block }, accounts }: { snapshot: Snapshot; accounts: readonly string[] },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, bigint> | undefined> {
  const holders = accounts.map((account) => getAddress(account));
  const found = await readPoolShares(rpc, { pair: token, holders, tag: block.tag }, signal);
  return found && new Map(accounts.map((account, index) => [account, found.balances[index] ?? 0n]));
}
