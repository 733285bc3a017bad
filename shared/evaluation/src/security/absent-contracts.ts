import { type Address, getAddress, type Hex, numberToHex } from "viem";
import { z } from "zod";
import type { World } from "./open-world.ts";

/** What stands for a contract that is not there: nothing, our exchange, one that answers zero, or one that agrees: to an amount (from 2^32 to 2^90) with that amount, else with yes. */
export type Answering = "nothing" | "as an exchange" | "zero" | "agreement";

const CODE: Record<"zero" | "agreement", Hex> = {
  zero: "0x60405ff3",
  agreement: "0x60043580605a1c6018578060201c156018575f5260205ff35b60015f5260205ff3",
};

/** Always agrees; for constructors that ask for a contract of their own kind. */
export const STAND_IN: Address = "0x5a3b1e0000000000000000000000000000000002";

/** Numbers and masks. */
const NO_ADDRESS = /^0{8}|^f{8}|0{16}/;
const SLOTS = 24n;
const Words = z.string().length(66);

/** Puts a stand-in wherever a code names an address at which there is nothing. Both take coins, so that wallets stay wallets. */
export async function answerAtNamed(world: World, code: Hex, answering: Answering): Promise<void> {
  await world.request("anvil_setCode", [STAND_IN, CODE.agreement]);
  const named = [...code.toLowerCase().matchAll(/(?=73([0-9a-f]{40}))/g)].map(([, digits = ""]) => digits);
  for (const digits of new Set(named)) await answerAt(world, digits, answering);
}

/** The wallets among its first words of storage: people whom its maker named. */
export async function walletsStored(world: World, token: Address): Promise<Address[]> {
  const found: Address[] = [];
  for (let slot = 0n; slot < SLOTS; slot++) {
    const word = Words.parse(await world.request("eth_getStorageAt", [token, numberToHex(slot, { size: 32 }), "latest"]));
    const digits = word.slice(26);
    if (/^0x0{24}/.test(word) && !NO_ADDRESS.test(digits)) found.push(getAddress(`0x${digits}`));
  }
  const codes = await Promise.all(found.map((address) => world.request("eth_getCode", [address, "latest"])));
  return [...new Set(found.filter((address, index) => codes[index] === "0x" && !world.accounts.includes(address)))];
}

/** The same for the addresses among its first words of storage. */
export async function answerAtStored(world: World, token: Address, answering: Answering): Promise<void> {
  if (answering === "nothing") return;
  for (let slot = 0n; slot < SLOTS; slot++) {
    const word = Words.parse(await world.request("eth_getStorageAt", [token, numberToHex(slot, { size: 32 }), "latest"]));
    await answerAt(world, word.slice(26), answering);
  }
}

async function answerAt(world: World, digits: string, answering: Answering): Promise<void> {
  if (answering === "nothing" || NO_ADDRESS.test(digits)) return;
  const address = getAddress(`0x${digits}`);
  if (world.accounts.includes(address) || (await world.request("eth_getCode", [address, "latest"])) !== "0x") return;
  const code = answering === "as an exchange" ? await world.request("eth_getCode", [world.exchange.router, "latest"]) : CODE[answering];
  await world.request("anvil_setCode", [address, code]);
}
