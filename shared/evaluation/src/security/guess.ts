import type { Abi, AbiParameter, Address } from "viem";

/** Addresses that a token may be told of. */
export interface Cast {
  deployer: Address;
  /** Wallets with no part in anything. */
  strangers: readonly [Address, ...Address[]];
  router: Address;
  factory: Address;
  weth: Address;
  /** The token's own pool, once it has one. */
  pair: Address | undefined;
  /** A plain token, for whatever wants another one. */
  otherToken: Address;
  /** A contract that answers whatever it is asked. */
  standIn: Address;
  /** Epoch seconds. */
  now: bigint;
}

/** How far a guess goes from the likeliest. */
export interface Lean {
  /** For addresses whose name says nothing. */
  address: "stranger" | "standIn" | "deployer" | "router" | "token";
  /** For supplies, in whole tokens or in units of 10^18. */
  supply: "units" | "whole";
  /** For flags by which a token lets itself be traded. */
  gates: "open" | "closed";
}

/** Guesses in the order in which they are tried. */
export const leans: readonly Lean[] = (["closed", "open"] as const).flatMap((gates) =>
  (["units", "whole"] as const).flatMap((supply) =>
    (["stranger", "standIn", "deployer", "router", "token"] as const).map((address) => ({ address, supply, gates })),
  ),
);

/** Small enough to stay under the caps that constructors come with. */
const WHOLE = 1_000_000n;
const CAP = 10n * WHOLE;

/** Names that tell what a value is, first match first. */
const ADDRESSES: readonly [RegExp, (cast: Cast) => Address | undefined][] = [
  [/router|uniswap(?!.*(pair|factory))|dex|swap/i, ({ router }) => router],
  [/pair|pool|lp$|amm/i, ({ pair }) => pair],
  [/factory/i, ({ factory }) => factory],
  [/weth|wbnb|native/i, ({ weth }) => weth],
  [/usd|busd|dai|reward|parent|previous|base|token(?!.*(owner|holder|wallet))/i, ({ otherToken }) => otherToken],
  [/owner|deployer|admin|minter|operator|genesis/i, ({ deployer }) => deployer],
];
const NUMBERS: readonly [RegExp, (lean: Lean, cast: Cast) => bigint][] = [
  [/decimal/i, () => 18n],
  [/\bcap\b|max/i, ({ supply }) => (supply === "units" ? CAP * 10n ** 18n : CAP)],
  [/supply|amount|balance|count|total|initial|value|mint/i, ({ supply }) => (supply === "units" ? WHOLE * 10n ** 18n : WHOLE)],
  [/end|deadline|close|until/i, (_, { now }) => now + 30n * 86_400n],
  [/start|time|date|open|launch/i, (_, { now }) => now],
  [/block/i, () => 1n],
  [/fee|tax|percent|rate|bps|reward/i, () => 2n],
];

const GATE = /transfer|trad(e|ing)|launch/i;
const CLOSING = /paus|frozen|locked|block|finish|disabl|closed|stop/i;

/** A value for one parameter, by its name and type; undefined for a type that nothing can be made up for. */
function guess(parameter: AbiParameter, cast: Cast, lean: Lean): unknown {
  const { type, name = "" } = parameter;
  const list = /^(.*)\[(\d*)\]$/.exec(type);
  if (list) {
    const item = guess({ ...parameter, type: list[1] ?? "" }, cast, lean);
    return item === undefined ? undefined : Array.from({ length: Number(list[2] === "" ? 1 : list[2]) }, () => item);
  }
  if (type === "address") return ADDRESSES.find(([named]) => named.test(name))?.[1](cast) ?? unnamed(cast, lean);
  const bits = /^u?int(\d*)$/.exec(type);
  if (bits) {
    const number = NUMBERS.find(([named]) => named.test(name))?.[1](lean, cast) ?? (lean.supply === "units" ? WHOLE * 10n ** 18n : WHOLE);
    const fitting = number < 2n ** BigInt(Number(bits[1] || 256) - 1) ? number : 18n;
    return Number(bits[1] || 256) <= 48 ? Number(fitting) : fitting;
  }
  if (type === "bool") {
    // what a token starts without, its owner turns on when it is time
    if (lean.gates === "closed" && GATE.test(name)) return false;
    return !CLOSING.test(name);
  }
  if (type === "string") return /symbol|ticker/i.test(name) ? "SMPL" : "Sample";
  if (type === "bytes") return "0x";
  const bytes = /^bytes(\d+)$/.exec(type);
  if (bytes) return `0x${"00".repeat(Number(bytes[1]))}`;
  if (type === "tuple" && "components" in parameter) {
    const values = parameter.components.map((component) => guess(component, cast, lean));
    return values.includes(undefined)
      ? undefined
      : Object.fromEntries(parameter.components.map(({ name: key }, i) => [key ?? i, values[i]]));
  }
  return undefined;
}

const unnamed = ({ strangers: [stranger], standIn, deployer, router, otherToken }: Cast, { address }: Lean): Address =>
  ({ stranger, standIn, deployer, router, token: otherToken })[address];

/** Arguments for a list of parameters, or undefined when one cannot be made up. */
export function guessAll(parameters: readonly AbiParameter[], cast: Cast, lean: Lean): readonly unknown[] | undefined {
  const values = parameters.map((parameter) => guess(parameter, cast, lean));
  return values.includes(undefined) ? undefined : values;
}

/** What the constructor of an ABI asks for. */
export const constructorInputs = (abi: Abi): readonly AbiParameter[] => abi.find((item) => item.type === "constructor")?.inputs ?? [];

const NAMES: Cast = {
  deployer: "0x00000000000000000000000000000000000000d1",
  strangers: ["0x00000000000000000000000000000000000000d2"],
  router: "0x00000000000000000000000000000000000000d3",
  factory: "0x00000000000000000000000000000000000000d4",
  weth: "0x00000000000000000000000000000000000000d5",
  pair: undefined,
  otherToken: "0x00000000000000000000000000000000000000d6",
  standIn: "0x00000000000000000000000000000000000000d7",
  now: 0n,
};

/** The leans that lead to different arguments for those parameters; the first alone where there is nothing to guess. */
export function distinctLeans(parameters: readonly AbiParameter[]): Lean[] {
  const plain = (_: string, value: unknown): unknown => (typeof value === "bigint" ? `${value}` : value);
  const guesses = leans.map((lean) => [JSON.stringify(guessAll(parameters, NAMES, lean), plain), lean] as const);
  return [...new Map(guesses.toReversed()).values()].toReversed();
}
