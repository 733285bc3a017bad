import { type Address, getAddress, type Hex, numberToHex } from "viem";
import { z } from "zod";
import type { World } from "./open-world.ts";

/**
 * What stands for a contract that is not there: nothing, our exchange, one that answers zero, one that agrees (to an amount from 2^32 to
 * 2^90 with that amount, else with yes), or one that answers what the sender of the transfer has.
 */
export type Answering = "nothing" | "as an exchange" | "zero" | "agreement" | "the sender's balance";

const CODE: Record<"zero" | "agreement", Hex> = {
  zero: "0x60405ff3",
  agreement: "0x60043580605a1c6018578060201c156018575f5260205ff35b60015f5260205ff3",
};
/** Asks its caller for an address by that view, and answers that address's balance there. */
export const balanceOfNamedBy = (view: Hex): Hex =>
  `0x63${view.slice(2)}5f52602060206004601c335afa506370a082315f5260205f6024601c335afa5060205ff3`;

/** Always agrees; for constructors that ask for a contract of their own kind. */
export const STAND_IN: Address = "0x5a3b1e0000000000000000000000000000000002";

/** Numbers and masks. */
const NO_ADDRESS = /^0{8}|^f{8}|0{16}/;
const SLOTS = 24;
const Words = z.string().length(66);

/** Puts a stand-in wherever a code names an address at which there is nothing. Both take coins, so that wallets stay wallets. */
export async function answerAtNamed(world: World, code: Hex, answering: Answering): Promise<void> {
  await world.request("anvil_setCode", [STAND_IN, CODE.agreement]);
  for (const digits of addressesIn(code)) await answerAt(world, digits, answering);
}

const addressesIn = (code: Hex): Set<string> =>
  new Set([...code.toLowerCase().matchAll(/(?=73([0-9a-f]{40}))/g)].map(([, digits = ""]) => digits));

/** The last 20 bytes of its first words of storage. */
async function wordsOf(world: World, token: Address): Promise<string[]> {
  const slots = Array.from({ length: SLOTS }, (_, slot) => numberToHex(slot, { size: 32 }));
  const words = await Promise.all(slots.map((slot) => world.request("eth_getStorageAt", [token, slot, "latest"])));
  return words.map((word) => Words.parse(word).slice(26));
}

/** Puts another code wherever one of them agrees. */
export async function answerInstead(world: World, { token, named, code }: { token: Address; named: Hex; code: Hex }): Promise<void> {
  for (const digits of [...addressesIn(named), ...(await wordsOf(world, token))]) {
    if (NO_ADDRESS.test(digits)) continue;
    const address = getAddress(`0x${digits}`);
    if ((await world.request("eth_getCode", [address, "latest"])) === CODE.agreement) await world.request("anvil_setCode", [address, code]);
  }
}

/** The wallets among its first words of storage: people whom its maker named. */
export async function walletsStored(world: World, token: Address): Promise<Address[]> {
  const found: Address[] = [];
  for (let slot = 0; slot < SLOTS; slot++) {
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
  for (const digits of await wordsOf(world, token)) await answerAt(world, digits, answering);
}

async function answerAt(world: World, digits: string, answering: Answering): Promise<void> {
  if (answering === "nothing" || NO_ADDRESS.test(digits)) return;
  const address = getAddress(`0x${digits}`);
  if (world.accounts.includes(address) || (await world.request("eth_getCode", [address, "latest"])) !== "0x") return;
  const exchange = answering === "as an exchange" ? await world.request("eth_getCode", [world.exchange.router, "latest"]) : undefined;
  // who the sender is shows only once something is sent: until then it agrees
  const code = exchange ?? CODE[answering === "zero" ? "zero" : "agreement"];
  await world.request("anvil_setCode", [address, code]);
}
