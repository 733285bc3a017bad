import { type Address, getAddress, type Hex, numberToHex } from "viem";
import { z } from "zod";
import type { World } from "./open-world.ts";

/** What stands for a contract that is not there: nothing, one that answers zero, or one that answers the first argument it is given. */
export type Answering = "nothing" | "zero" | "its argument";

const CODE: Record<Exclude<Answering, "nothing">, Hex> = { zero: "0x60405ff3", "its argument": "0x602060045f3760205ff3" };

/** Always answers its first argument; for constructors that ask for a contract of their own kind. */
export const STAND_IN: Address = "0x5a3b1e0000000000000000000000000000000002";

const SLOTS = 24n;
const Words = z.string().length(66);

/** Puts a stand-in wherever a code names an address at which there is nothing. Both take coins, so that wallets stay wallets. */
export async function answerAtNamed(world: World, code: Hex, answering: Answering): Promise<void> {
  await world.request("anvil_setCode", [STAND_IN, CODE["its argument"]]);
  const named = [...code.toLowerCase().matchAll(/73([0-9a-f]{40})/g)].map(([, digits = ""]) => digits);
  for (const digits of new Set(named)) await answerAt(world, digits, answering);
}

/** The same for the addresses among its first words of storage. */
export async function answerAtStored(world: World, token: Address, answering: Answering): Promise<void> {
  if (answering === "nothing") return;
  for (let slot = 0n; slot < SLOTS; slot++) {
    const word = Words.parse(await world.request("eth_getStorageAt", [token, numberToHex(slot, { size: 32 }), "latest"]));
    if (/^0x0{24}/.test(word)) await answerAt(world, word.slice(26), answering);
  }
}

async function answerAt(world: World, digits: string, answering: Answering): Promise<void> {
  // numbers and masks, not addresses
  if (answering === "nothing" || /^0{8}|^f{8}|0{16}/.test(digits)) return;
  const address = getAddress(`0x${digits}`);
  if (world.accounts.includes(address) || (await world.request("eth_getCode", [address, "latest"])) !== "0x") return;
  await world.request("anvil_setCode", [address, CODE[answering]]);
}
