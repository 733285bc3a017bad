import type { Snapshot } from "@token-sentiment/evm";
import { type Address, isAddressEqual } from "viem";
import { nobody } from "../trade/simulation.ts";

/** Whoever may hold power: the owner the token names, an address in its storage, or anyone at all. */
export interface Actor {
  address: Address;
  as: "owner" | "key" | "anyone";
}

const MOST = 4;

/** Who is tried (T8): the owner, then the addresses among the token's first storage words, and a stranger when there is nobody else. */
export function actorsOf({ owner, keys, token }: Snapshot): Actor[] {
  const owners: Actor[] = owner && owner.kind !== "nobody" ? [{ address: owner.address, as: "owner" }] : [];
  const others = keys
    .filter((key) => !owners.some(({ address }) => isAddressEqual(address, key)))
    .map((address): Actor => ({ address, as: "key" }));
  const named = [...owners, ...others].slice(0, MOST);
  return named.length > 0 ? named : [{ address: nobody(`stranger to ${token}`), as: "anyone" }];
}
