import type { Chain } from "@token-sentiment/evm";
import type { Abi, AbiParameter, Address } from "viem";

/** Who and what is there for an argument to name. */
export interface Cast {
  chain: Chain;
  owner: Address;
  /** Other wallets. */
  others: readonly Address[];
}

/** Guesses at a function's arguments by their types and names, the likeliest first: each is one full list. */
export function argumentsFor(inputs: readonly AbiParameter[], cast: Cast): unknown[][] {
  const supplies = [1_000_000n, 1_000_000n * 10n ** 18n, 100n];
  const rounds = inputs.some(({ type }) => type.startsWith("uint")) ? supplies : supplies.slice(0, 1);
  return rounds.map((supply) => inputs.map((input, index) => valueOf(input, { ...cast, supply, index })));
}

/** The constructor's inputs. */
export const constructorInputs = (abi: Abi): readonly AbiParameter[] =>
  abi.flatMap((entry) => (entry.type === "constructor" ? entry.inputs : []));

function valueOf(input: AbiParameter, of: Cast & { supply: bigint; index: number }): unknown {
  const { type } = input;
  const name = (input.name ?? "").toLowerCase();
  const list = /^(.+)\[(\d*)\]$/.exec(type);
  if (list?.[1] !== undefined) {
    const count = list[2] === "" ? 1 : Number(list[2]);
    return Array.from({ length: count }, (_, index) => valueOf({ ...input, type: list[1] ?? type }, { ...of, index: of.index + index }));
  }
  if (type === "address") return addressFor(name, of);
  if (type === "bool") return true;
  if (type === "string") return /symbol/.test(name) ? "TOK" : "Token";
  if (type === "bytes") return "0x";
  if (type.startsWith("bytes")) return `0x${"00".repeat(Number(type.slice(5)))}`;
  if (type === "tuple") {
    const components = "components" in input ? input.components : [];
    return Object.fromEntries(components.map((part, index) => [part.name ?? "", valueOf(part, { ...of, index })]));
  }
  if (/decimal/.test(name) || type === "uint8") return type === "uint8" || type === "uint256" ? fitting(type, 18n) : 18n;
  if (/fee|tax|percent|rate|burn/.test(name)) return fitting(type, 2n);
  return fitting(type, of.supply);
}

/** Small integers come as numbers. */
const fitting = (type: string, value: bigint): unknown => {
  const bits = Number(/\d+$/.exec(type)?.[0] ?? 256);
  const fits = value < 2n ** BigInt(bits - 1) ? value : 1n;
  return bits <= 48 ? Number(fits) : fits;
};

function addressFor(name: string, { chain, owner, others, index }: Cast & { index: number }): Address {
  const [exchange] = chain.exchanges;
  if (/router/.test(name) && exchange) return exchange.router;
  if (/factory/.test(name) && exchange) return exchange.factory;
  if (/weth|wbnb|eth$|usd|base|quote|reward|busd|token/.test(name)) return chain.weth;
  if (/market|fee|dev|team|charity|fund|treasury|tax/.test(name)) return others[index % others.length] ?? owner;
  return owner;
}
