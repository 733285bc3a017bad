import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, numberToHex, parseAbi, zeroAddress } from "viem";
import artifact from "../artifacts/Lookup.json" with { type: "json" };
import { type Account, accountOf } from "./account.ts";
import { HexText } from "./hex.ts";
import type { RpcCall } from "./json-rpc.ts";

const LOOKUP: Address = "0x00000000000000000000000000000000c0ffee05";

const abi = parseAbi([
  "struct Person { address account; bytes code; uint256 threshold; uint256 delay; }",
  "function look(address admin, address beacon) view returns (Person adminOwner, Person beaconOwner, address implementation, bytes logic)",
]);

/** What stands behind a proxy's admin and its beacon. */
export interface Behind {
  /** Whoever owns the admin contract. */
  adminOwner: Account | undefined;
  /** Whoever may exchange the code that the beacon names. */
  beaconOwner: Account | undefined;
  implementation: Address | undefined;
  logic: Hex;
}

/** Asks what stands behind an admin and a beacon in one `eth_call`; either may be missing. */
export const lookupCall = ({ admin, beacon }: { admin: Address | undefined; beacon: Address | undefined }, block: string): RpcCall => ({
  method: "eth_call",
  params: [
    { to: LOOKUP, data: encodeFunctionData({ abi, functionName: "look", args: [admin ?? zeroAddress, beacon ?? zeroAddress] }) },
    block,
    { [LOOKUP]: { code: HexText.parse(artifact.deployedBytecode) } },
  ],
});

/** Reads the answer of `lookupCall`. Throws what viem throws when it is none. */
export function readLookup(result: unknown): Behind {
  const [adminOwner, beaconOwner, implementation, logic] = decodeFunctionResult({
    abi,
    functionName: "look",
    data: HexText.parse(result),
  });
  return {
    adminOwner: personIn(adminOwner),
    beaconOwner: personIn(beaconOwner),
    implementation: implementation === zeroAddress ? undefined : implementation,
    logic,
  };
}

const personIn = ({ account, code, threshold, delay }: { account: Address; code: Hex; threshold: bigint; delay: bigint }) =>
  account === zeroAddress
    ? undefined
    : accountOf(account, { code, threshold: numberToHex(threshold, { size: 32 }), delay: numberToHex(delay, { size: 32 }) });
