import type { Chain } from "@token-sentiment/evm";
import { type Address, encodeAbiParameters, keccak256, numberToHex } from "viem";
import type { Ledger } from "./ledger.ts";
import { erc20 } from "./stage-token.ts";

const SUPPLY = 10n ** 24n;
const SLOTS = 24;

/**
 * Puts bare runtime code at its own address and gives it what a constructor would have: a supply, an owner and a balance, each in the slot
 * that its view is seen to read. Undefined: its balances are kept where they cannot be found.
 */
export async function setRuntime(
  ledger: Ledger,
  { address, runtime, owner }: { address: Address; runtime: string; owner: Address; chain: Chain },
): Promise<Address | undefined> {
  await ledger.request("anvil_setCode", [address, runtime]);
  const put = async (slot: string, value: bigint) =>
    ledger.request("anvil_setStorageAt", [address, slot, numberToHex(value, { size: 32 })]);
  const holds = async (slot: string, value: bigint, view: { functionName: string; args?: readonly unknown[] }): Promise<boolean> => {
    await put(slot, value);
    const read = await ledger.read(address, erc20, view);
    if (typeof read === "bigint" ? read === value : typeof read === "string" && BigInt(read) === value) return true;
    await put(slot, 0n);
    return false;
  };
  const plain = Array.from({ length: SLOTS }, (_, slot) => numberToHex(slot, { size: 32 }));
  const first = async (slots: readonly string[], value: bigint, view: { functionName: string; args?: readonly unknown[] }) => {
    for (const slot of slots) if (await holds(slot, value, view)) return true;
    return false;
  };
  await first(plain, BigInt(owner), { functionName: "owner" });
  await first(plain, SUPPLY, { functionName: "totalSupply" });
  const mappings = plain.map((slot) => keccak256(encodeAbiParameters([{ type: "address" }, { type: "bytes32" }], [owner, slot])));
  const held = await first(mappings, SUPPLY, { functionName: "balanceOf", args: [owner] });
  return held ? address : undefined;
}
