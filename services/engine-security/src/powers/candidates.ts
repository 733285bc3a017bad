import type { Address, Hex } from "viem";
import type { BytecodeFunction } from "../bytecode/functions.ts";
import { callOf, type Filling } from "./argument.ts";

/** One call worth making as whoever may hold power over a token. */
export interface Candidate {
  selector: Hex;
  /** Types of its arguments. */
  arguments: string;
  data: Hex;
}

/** Permissions a holder gives, and handing power over: what these do to a holder is no finding (`transferOwnership(holder)` frees its sales, for one). */
const ORDINARY = new Set([
  "39509351", // increaseAllowance
  "a457c2d7", // decreaseAllowance
  "d505accf", // permit
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

/** ERC-20's own: tried once, with what would show a leak or a hidden mint. */
const TRANSFER = "a9059cbb";
const TRANSFER_FROM = "23b872dd";
const APPROVE = "095ea7b3";
/** To the actor itself: only whoever is no longer the owner, and still may, changes anything by it. */
const TRANSFER_OWNERSHIP = "f2fde38b";
const OWN = new Set([TRANSFER, TRANSFER_FROM, APPROVE]);

/** A function that could hold a power: it changes state and is neither ERC-20's nor ownership's. */
const mayHoldPower = ({ selector, readOnly }: BytecodeFunction): boolean => !readOnly && !ORDINARY.has(selector) && !OWN.has(selector);

/** The calls to try, and how many functions take arguments that could not be made up. */
export interface Candidates {
  calls: Candidate[];
  untried: number;
}

/** Whom and how much the calls concern. */
export interface Target {
  holder: Address;
  actor: Address;
  supply: bigint;
  /** About what the holder has. */
  held: bigint;
  /** So many calls are worth trying. */
  most: number;
}

/**
 * The calls to try as `actor` against `holder`: ERC-20's own, then every function with its first filling before any gets its second.
 * Numbers are a percentage, half of the holding, the supply, zero, a percentage within usual limits, basis points, a fiftieth of the supply.
 */
export function candidatesFor(functions: readonly BytecodeFunction[], { holder, actor, supply, held, most }: Target): Candidates {
  const promising = functions.filter(mayHoldPower);
  const calls = [
    ...ownCalls(functions, { holder, actor, supply, held, most }),
    ...fillings({ holder, actor, supply, held }).flatMap((filling) =>
      promising.filter((found) => filling.fits(found.arguments)).flatMap((found) => candidate(found, filling)),
    ),
  ];
  const distinct = [...new Map(calls.map((call) => [call.data, call])).values()].slice(0, most);
  const tried = new Set(distinct.map(({ selector }) => selector));
  return { calls: distinct, untried: promising.filter(({ selector }) => !tried.has(`0x${selector}`)).length };
}

/** What is tried in twos: every function for the actor's own good, and against the holder. */
export function pairedCandidates(functions: readonly BytecodeFunction[], target: Target): Candidate[] {
  const { holder, actor, supply, held, most } = target;
  const promising = functions.filter(mayHoldPower);
  const rounds: Filling[] = [
    { addresses: [actor], number: supply / 50n, flag: true },
    { addresses: [holder, actor], number: held / 2n, flag: true },
  ];
  const calls = [...ownCalls(functions, target), ...rounds.flatMap((round) => promising.flatMap((found) => candidate(found, round)))];
  return [...new Map(calls.map((call) => [call.data, call])).values()].slice(0, most);
}

/** Taking without leave, sending what the actor does not have, and leaving a permission. */
function ownCalls(functions: readonly BytecodeFunction[], { holder, actor, supply, held }: Target): Candidate[] {
  const filled = (selector: string, filling: Pick<Filling, "addresses" | "number">): Candidate[] =>
    functions.filter((found) => found.selector === selector).flatMap((found) => candidate(found, { ...filling, flag: true }));
  return [
    ...filled(TRANSFER_FROM, { addresses: [holder, actor], number: held / 2n }),
    ...filled(TRANSFER, { addresses: [holder], number: supply }),
    ...filled(APPROVE, { addresses: [actor], number: supply }),
    ...filled(TRANSFER_OWNERSHIP, { addresses: [actor], number: 0n }),
  ];
}

interface Round extends Filling {
  /** Whether it makes a difference to a function of these argument types. */
  fits: (types: string) => boolean;
}

function fillings({ holder, actor, supply, held }: Omit<Target, "most">): Round[] {
  const any = (): boolean => true;
  const numbers = (types: string): boolean => /\bu?int/.test(types);
  const flags = (types: string): boolean => types.includes("bool");
  const two = (types: string): boolean => (types.match(/address/g) ?? []).length > 1;
  const one = [holder];
  return [
    { addresses: one, number: 99n, flag: true, fits: any },
    { addresses: [holder, actor], number: held / 2n, flag: true, fits: (types) => two(types) || numbers(types) },
    { addresses: one, number: supply, flag: false, fits: (types) => numbers(types) || flags(types) },
    { addresses: one, number: 0n, flag: true, fits: numbers },
    { addresses: one, number: 25n, flag: true, fits: numbers },
    { addresses: one, number: 9_900n, flag: true, fits: numbers },
    { addresses: [actor, holder], number: supply / 50n, flag: true, fits: (types) => two(types) || numbers(types) },
  ];
}

function candidate(found: BytecodeFunction, filling: Filling): Candidate[] {
  const data = callOf(found, filling);
  return data === undefined ? [] : [{ selector: `0x${found.selector}`, arguments: found.arguments, data }];
}
