import { type Address, type Hex, numberToHex, padHex } from "viem";
import { z } from "zod";
import type { World } from "./open-world.ts";
import { balanceOf, calls, numberOf } from "./token-abi.ts";

const AccessList = z.object({ accessList: z.array(z.object({ address: z.string(), storageKeys: z.array(z.string()) })) });
const SUPPLY = 10n ** 27n;

/** Gives a contract without history an owner and a supply, all of it the owner's. A clause when its views do not show where they look. */
export async function setStorage(world: World, token: Address, owner: Address): Promise<string | undefined> {
  const decimals: Hex = "0x313ce567";
  if ((await numberOf(world, token, decimals)) === 0n) await setWord(world, { token, view: decimals, value: 18n });
  for (const view of [calls.owner, calls.getOwner]) {
    if ((await numberOf(world, token, view)) === 0n) await setWord(world, { token, view, value: BigInt(owner) });
  }
  if ((await numberOf(world, token, calls.totalSupply)) === 0n) await setWord(world, { token, view: calls.totalSupply, value: SUPPLY });
  const supply = await numberOf(world, token, calls.totalSupply);
  if (supply === undefined || supply === 0n) return "it does not say its supply";
  if ((await balanceOf(world, token, owner)) > 0n) return undefined;
  return (await setWord(world, { token, view: calls.balanceOf(owner), value: supply }))
    ? undefined
    : "it does not show where balances are kept";
}

interface Wanted {
  token: Address;
  view: Hex;
  value: bigint;
}

/** Sets whichever word a view reads so that it answers `value`, or half of its digits at least (a balance may be kept in shares). */
export async function setWord(world: World, { token, view, value }: Wanted): Promise<boolean> {
  for (const key of await keysRead(world, token, view)) {
    const before = await world.request("eth_getStorageAt", [token, key, "latest"]);
    for (const word of [value, value << 8n, value << 160n]) {
      await world.request("anvil_setStorageAt", [token, padHex(key, { size: 32 }), numberToHex(BigInt.asUintN(256, word), { size: 32 })]);
      if ((await numberOf(world, token, view)) === value) return true;
    }
    await world.request("anvil_setStorageAt", [token, padHex(key, { size: 32 }), before]);
  }
  return false;
}

async function keysRead(world: World, token: Address, data: Hex): Promise<Hex[]> {
  try {
    const { accessList } = AccessList.parse(await world.request("eth_createAccessList", [{ to: token, data }, "latest"]));
    const own = accessList.filter(({ address }) => address.toLowerCase() === token.toLowerCase());
    return own.flatMap(({ storageKeys }) => storageKeys).map((key): Hex => `0x${key.slice(2)}`);
  } catch {
    // the view reverts: there is nothing to read
    return [];
  }
}
