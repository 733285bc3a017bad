import { type Address, isAddress } from "@solana/kit";
import { UnavailableError, type Upstream } from "@token-sentiment/engine";
import { z } from "zod";
import type { Holder } from "../checkers/concentration.ts";
import { PUMP, PUMP_SWAP, RAYDIUM_CPMM, RAYDIUM_V4 } from "./addresses.ts";
import type { Mint } from "./mint.ts";
import { askNode, readFrom } from "./read-accounts.ts";
import { HOLDING_BYTES, holdingOf } from "./token-account.ts";

/** Programs whose accounts own the vaults of pools: with Raydium's CLMM, Orca's Whirlpool and Meteora's DLMM and DAMM v2. */
const POOL_PROGRAMS: ReadonlySet<string> = new Set([
  PUMP,
  PUMP_SWAP,
  RAYDIUM_V4,
  RAYDIUM_CPMM,
  "CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK",
  "whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc",
  "LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo",
  "cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG",
]);
const MILLIONTHS = 1_000_000n;

const Largest = z.object({ value: z.array(z.object({ address: z.string().refine(isAddress) })).max(100) });

/** The largest token accounts of a mint, as a node names them. @throws UnavailableError */
export async function askLargest(node: Upstream, mint: Address, signal: AbortSignal): Promise<Address[]> {
  const params = [mint, { commitment: "confirmed" }];
  const { value } = await askNode(node, { method: "getTokenLargestAccounts", params, result: Largest }, signal);
  return value.map(({ address }) => address);
}

/** Who owns those accounts, and which owners are pools: two calls. @throws UnavailableError */
export async function readHolders(
  node: Upstream,
  { mint, supply, largest }: { mint: Address; supply: Mint["supply"]; largest: readonly Address[] },
  signal: AbortSignal,
): Promise<Holder[]> {
  if (largest.length === 0 || supply === 0n) throw new UnavailableError("no holder accounts were returned");
  const { accounts } = await readFrom(node, { at: largest, slice: { offset: 0, length: HOLDING_BYTES } }, signal);
  const holdings = accounts.map(holdingOf);
  // an account that was emptied in between is no reason to doubt the others
  const held = holdings.flatMap((holding, index) => (holding?.mint === mint ? [{ ...holding, account: largest[index] ?? "" }] : []));
  const owners = [...new Set(held.map(({ owner }) => owner))];
  if (owners.length === 0) throw new UnavailableError("no holder accounts were returned");
  const { accounts: ownerAccounts } = await readFrom(node, { at: owners, slice: { offset: 0, length: 0 } }, signal);
  const programs = new Map(owners.map((owner, index) => [owner, ownerAccounts[index]?.program ?? ""]));
  return held.map(({ account, owner, amount }) => ({
    account,
    owner,
    percent: Number((amount * 100n * MILLIONTHS) / supply) / Number(MILLIONTHS),
    insider: false,
    locked: POOL_PROGRAMS.has(programs.get(owner) ?? ""),
  }));
}
