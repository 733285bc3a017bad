import { readPoolShares, type Rpc, type Snapshot } from "@token-sentiment/evm";
import { getAddress } from "viem";
import type { Shares } from "../facts.ts";
import type { Labels } from "../labels/labels.ts";

/** Who holds the shares of a V2 pair, and how many there are. Undefined: it does not say. @throws UnavailableError */
export async function sharesOf(
  rpc: Rpc,
  { snapshot, labels, pair }: { snapshot: Snapshot; labels: Labels; pair: Snapshot["token"] },
  signal: AbortSignal,
): Promise<{ supply: bigint; shares: Shares } | undefined> {
  const { block, owner } = snapshot;
  const burned = labels.of("burn");
  const keeper = owner && owner.kind !== "nobody" ? [owner.address] : [];
  const holders = [
    ...burned.map((address) => getAddress(address)),
    ...keeper,
    ...labels.of("locker").map((address) => getAddress(address)),
  ];
  const found = await readPoolShares(rpc, { pair, holders, tag: block.tag }, signal);
  if (!found || found.supply === 0n) return undefined;
  const part = (from: number, to: number): number =>
    Number(found.balances.slice(from, to).reduce((sum, balance) => sum + balance, 0n)) / Number(found.supply);
  const owned = burned.length + keeper.length;
  return {
    supply: found.supply,
    shares: { burned: part(0, burned.length), owner: part(burned.length, owned), locked: part(owned, holders.length) },
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
