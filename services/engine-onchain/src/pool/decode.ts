import { type Log, priceOf } from "@token-sentiment/evm";
import type { Amounts, ChainEvent, Moment, PoolEvent, Step } from "./pool-event.ts";
import { TOPICS } from "./topics.ts";

/** Whose logs are read. */
export interface Decoding {
  /** In lower case. */
  token: string;
  /** Whether the token's address is below the coin's, so that it is the pools' `token0`. */
  tokenFirst: boolean;
}

const WORD = 64;
const word = (data: string, index: number): bigint => BigInt(`0x${data.slice(2 + index * WORD, 2 + (index + 1) * WORD) || "0"}`);
const signed = (data: string, index: number): bigint => BigInt.asIntN(256, word(data, index));
const positive = (value: bigint): bigint => (value > 0n ? value : 0n);

/** Reads logs by hand, as events of the token and its pools: a general decoder takes 90 times as long (evm.md §4). Each address is kept once. */
export function decoderOf({ token, tokenFirst }: Decoding): (log: Log) => ChainEvent | undefined {
  const seen = new Map<string, string>();
  const once = (text: string): string => {
    const kept = seen.get(text);
    if (kept === undefined) seen.set(text, text);
    return kept ?? text;
  };
  const addressIn = (topic: string | undefined): string => once(`0x${(topic ?? "").slice(26).toLowerCase()}`);
  const sides = (first: bigint, second: bigint): Amounts => (tokenFirst ? { token: first, coin: second } : { token: second, coin: first });
  const pair = (data: string, at: number): Amounts => sides(word(data, at), word(data, at + 1));

  /** `amount0` and `amount1` of a V3 swap are what the pool got, negative what it gave. */
  const v3Swap = (data: string): { in: Amounts; out: Amounts; price: Step } => {
    const [first, second] = [signed(data, 0), signed(data, 1)];
    const price = stepOf({ first, second, root: word(data, 2), liquidity: word(data, 3) }, tokenFirst);
    return { in: sides(positive(first), positive(second)), out: sides(positive(-first), positive(-second)), price };
  };

  const ofPool = ({ topics, data }: Log): PoolEventBody | undefined => {
    const [topic, first, second] = topics;
    switch (topic) {
      case TOPICS.sync:
      case TOPICS.aerodromeSync:
        return { kind: "sync", reserves: pair(data, 0) };
      case TOPICS.swap:
      case TOPICS.aerodromeSwap:
        return { kind: "swap", in: pair(data, 0), out: pair(data, 2), to: addressIn(second) };
      case TOPICS.mint:
        return { kind: "mint", amounts: pair(data, 0) };
      case TOPICS.burn:
      case TOPICS.aerodromeBurn:
        return { kind: "burn", amounts: pair(data, 0) };
      case TOPICS.transfer:
        return { kind: "shares", from: addressIn(first), to: addressIn(second), amount: word(data, 0) };
      case TOPICS.v3Initialize:
        return { kind: "born" };
      case TOPICS.v3Swap:
      case TOPICS.pancakeV3Swap:
        return { kind: "swap", to: addressIn(second), ...v3Swap(data) };
      case TOPICS.v3Mint:
        return { kind: "position", change: "added", account: addressIn(first), amounts: pair(data, 2) };
      case TOPICS.v3Burn:
        return { kind: "position", change: "removed", account: addressIn(first), amounts: pair(data, 1) };
      case TOPICS.v3Collect:
        return { kind: "position", change: "collected", account: once(`0x${data.slice(26, 66).toLowerCase()}`), amounts: pair(data, 1) };
      case undefined:
      default:
        return undefined;
    }
  };

  return (log) => {
    const address = once(log.address.toLowerCase());
    const at: Moment = { block: Number(log.blockNumber), transaction: once(log.transactionHash) };
    if (address !== token) {
      const body = ofPool(log);
      return body && { ...at, pool: address, ...body };
    }
    const [topic, from, to] = log.topics;
    // an ERC-721 has the same topic, and its number as a third one
    if (topic !== TOPICS.transfer || log.topics.length !== 3) return undefined;
    return { ...at, kind: "transfer", from: addressIn(from), to: addressIn(to), amount: word(log.data, 0) };
  };
}

type Body<E> = E extends unknown ? Omit<E, keyof Moment> : never;
type PoolEventBody = Body<PoolEvent>;

/**
 * The price before a V3 swap from the one after it, by the side that left the pool, of which no fee was taken: within one range of liquidity L
 * the root of the price moves by amount1 / L, and its reciprocal by amount0 / L (Uniswap v3 whitepaper, 6.2.3).
 */
function stepOf(swap: { first: bigint; second: bigint; root: bigint; liquidity: bigint }, tokenFirst: boolean): Step {
  const after = priceOf(swap.root, tokenFirst);
  if (swap.liquidity === 0n) return { before: after, after };
  const root = Number(swap.root) / 2 ** 96;
  const liquidity = Number(swap.liquidity);
  const before = swap.second < 0n ? root - Number(swap.second) / liquidity : 1 / (1 / root - Number(swap.first) / liquidity);
  if (!Number.isFinite(before) || before <= 0) return { before: after, after };
  return { before: tokenFirst ? before * before : 1 / (before * before), after };
}
