import { isNobody, type Snapshot } from "@token-sentiment/evm";
import { type Address, isAddressEqual } from "viem";
import { nobody } from "../trade/simulation.ts";

/** Whoever may hold power: the owner the token names, a key (an address in its storage, or a former owner), or anyone at all. */
export interface Actor {
  address: Address;
  as: "owner" | "key" | "anyone";
}

const MOST_NAMED = 4;

/** Who is tried (T8): a stranger, the owner, former owners, and the addresses among the token's first storage words. */
export function actorsOf({ owner, keys, token, handovers, proxy }: Snapshot): Actor[] {
  const owners: Actor[] = owner && owner.kind !== "nobody" ? [{ address: owner.address, as: "owner" }] : [];
  const former = (handovers ?? []).toReversed().flatMap(({ from, to }) => [to, from]);
  const others = [...new Set([...former, ...keys])]
    .filter((key) => !isNobody(key) && key !== proxy?.implementation && !owners.some(({ address }) => isAddressEqual(address, key)))
    .map((address): Actor => ({ address, as: "key" }));
  return [...[...owners, ...others].slice(0, MOST_NAMED), { address: nobody(`stranger to ${token}`), as: "anyone" }];
}
