import { type Address, concatHex, encodeAbiParameters, type Hex } from "viem";
import type { BytecodeFunction } from "../bytecode/functions.ts";

/** What the arguments of one attempt are made of. */
export interface Filling {
  /** For each address argument in turn; the last one for all that follow. */
  addresses: readonly Address[];
  number: bigint;
  flag: boolean;
}

/** The calldata of a function with made-up arguments; undefined where a type is beyond that. */
export function callOf(found: BytecodeFunction, filling: Filling): Hex | undefined {
  const types = found.arguments === "" ? [] : found.arguments.split(",");
  let addresses = 0;
  const next = () => filling.addresses[Math.min(addresses++, filling.addresses.length - 1)];
  const values = types.map((type) => valueOf(type, { ...filling, next }));
  if (values.includes(undefined)) return undefined;
  try {
    return concatHex([
      `0x${found.selector}`,
      encodeAbiParameters(
        types.map((type) => ({ type })),
        values,
      ),
    ]);
  } catch {
    // a type inferred from hostile code that no encoder knows
    return undefined;
  }
}

interface Filler extends Filling {
  next: () => Address | undefined;
}

function valueOf(type: string, filler: Filler): unknown {
  const list = /^(.+)\[\]$/.exec(type)?.[1];
  if (list !== undefined) {
    const one = valueOf(list, filler);
    return one === undefined ? undefined : [one];
  }
  if (type === "address") return filler.next();
  if (type === "bool") return filler.flag;
  if (type === "string") return "";
  if (type === "bytes") return "0x";
  const bits = /^u?int(\d*)$/.exec(type);
  if (bits) return filler.number < 2n ** BigInt(Number(bits[1] || 256) - 1) ? filler.number : 1n;
  const bytes = /^bytes(\d+)$/.exec(type);
  return bytes ? `0x${"00".repeat(Number(bytes[1]))}` : undefined;
}
