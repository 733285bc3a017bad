import { encodeAbiParameters, type Hex, concatHex, isAddress, type Address } from "viem";
import type { BytecodeFunction } from "../bytecode/functions.ts";

/** One call worth making as whoever may hold power over a token. */
export interface Candidate {
  selector: Hex;
  /** Types of its arguments. */
  arguments: string;
  data: Hex;
}

/** ERC-20 itself, and handing power over: what these do to a holder is no finding (`transferOwnership(holder)` frees its sales, for one). */
const ORDINARY = new Set([
  "a9059cbb", // transfer
  "23b872dd", // transferFrom
  "095ea7b3", // approve
  "39509351", // increaseAllowance
  "a457c2d7", // decreaseAllowance
  "d505accf", // permit
  "42966c68", // burn
  "79cc6790", // burnFrom
  "f2fde38b", // transferOwnership
  "715018a6", // renounceOwnership
  "79ba5097", // acceptOwnership
  "2f2ff15d", // grantRole
  "d547741f", // revokeRole
  "36568abe", // renounceRole
  "8f283970", // changeAdmin
  "3659cfe6", // upgradeTo
  "4f1ef286", // upgradeToAndCall
]);

/** About 90,000 gas each: so many fit into one simulated call. */
const MOST = 60;

/** A function that could hold a power: it changes state and is neither ERC-20's nor ownership's. */
const mayHoldPower = ({ selector, readOnly }: BytecodeFunction): boolean => !readOnly && !ORDINARY.has(selector);

/** The calls to try, and how many functions take arguments that could not be made up. */
export interface Candidates {
  calls: Candidate[];
  untried: number;
}

/**
 * The calls to try against `holder`. Numbers are a percentage, the supply, zero, a percentage within usual limits, and basis points:
 * every function gets its first before any gets its second.
 */
export function candidatesFor(functions: readonly BytecodeFunction[], { holder, supply }: { holder: Address; supply: bigint }): Candidates {
  const promising = functions.filter(mayHoldPower);
  const rounds = [99n, supply, 0n, 25n, 9_900n];
  const calls = rounds.flatMap((number, round) =>
    promising
      .filter((found) => round === 0 || /\buint|\bint/.test(found.arguments))
      .flatMap((found): Candidate[] => {
        const data = encode(found, { holder, number });
        return data === undefined ? [] : [{ selector: `0x${found.selector}`, arguments: found.arguments, data }];
      }),
  );
  const distinct = [...new Map(calls.map((call) => [call.data, call])).values()].slice(0, MOST);
  const tried = new Set(distinct.map(({ selector }) => selector));
  return { calls: distinct, untried: promising.filter(({ selector }) => !tried.has(`0x${selector}`)).length };
}

function encode(found: BytecodeFunction, { holder, number }: { holder: Address; number: bigint }): Hex | undefined {
  const types = found.arguments === "" ? [] : found.arguments.split(",");
  const values = types.map((type) => valueOf(type, { holder, number }));
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

function valueOf(type: string, { holder, number }: { holder: Address; number: bigint }): unknown {
  if (type === "address") return isAddress(holder) ? holder : undefined;
  if (type === "address[]") return [holder];
  if (type === "bool") return true;
  const bits = /^u?int(\d*)$/.exec(type);
  if (bits) return number < 2n ** BigInt(Number(bits[1] || 256) - 1) ? number : 1n;
  const bytes = /^bytes(\d+)$/.exec(type);
  return bytes ? `0x${"00".repeat(Number(bytes[1]))}` : undefined;
}
