import type { Log } from "@token-sentiment/evm";

/** keccak-256 of the events of an ERC-20 and of a Uniswap V2 pair. */
export const TOPICS = {
  transfer: "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
  sync: "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1",
  swap: "0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822",
  mint: "0x4c209b5fc8ad50758f13e2e1088ba56a560dff690a1c6fef26394f4c03821c4f",
  burn: "0xdccd412f0b1252819cb1fd330b93224ca42612892bb3f4f789976e6d81936496",
} as const;

/** An amount of the token and one of the coin, in their smallest units. */
export interface Amounts {
  token: bigint;
  coin: bigint;
}

/** One event of a pool, its sides told apart. Addresses are in lower case. */
export type PoolEvent = { block: number; transaction: string } & (
  | { kind: "sync"; reserves: Amounts }
  | { kind: "swap"; in: Amounts; out: Amounts; to: string }
  | { kind: "mint" | "burn"; amounts: Amounts }
  | { kind: "shares"; from: string; to: string; amount: bigint }
  | { kind: "delivery"; from: string; amount: bigint }
);

/** A pool as its events need it, addresses in lower case. */
export interface PoolSides {
  pair: string;
  token: string;
  /** Whether the token is the pair's `token0`. */
  tokenFirst: boolean;
}

const WORD = 64;
const word = (data: string, index: number): bigint => BigInt(`0x${data.slice(2 + index * WORD, 2 + (index + 1) * WORD) || "0"}`);
const addressOf = (topic: string | undefined): string => `0x${(topic ?? "").slice(26)}`;

/** The events of one pool, in the order of the logs: its own, and the token's deliveries to it. Decoded by hand: a general decoder takes 90 times as long. */
export function poolEvents(logs: readonly Log[], { pair, token, tokenFirst }: PoolSides): PoolEvent[] {
  const sides = (data: string, at: number): Amounts =>
    tokenFirst ? { token: word(data, at), coin: word(data, at + 1) } : { token: word(data, at + 1), coin: word(data, at) };
  return logs.flatMap(({ address, topics, data, blockNumber: block, transactionHash: transaction }): PoolEvent[] => {
    const base = { block, transaction };
    const [topic, first, second] = topics;
    if (address === token) {
      if (topic !== TOPICS.transfer || addressOf(second) !== pair) return [];
      return [{ ...base, kind: "delivery", from: addressOf(first), amount: word(data, 0) }];
    }
    if (address !== pair) return [];
    switch (topic) {
      case TOPICS.sync:
        return [{ ...base, kind: "sync", reserves: sides(data, 0) }];
      case TOPICS.swap:
        return [{ ...base, kind: "swap", in: sides(data, 0), out: sides(data, 2), to: addressOf(second) }];
      case TOPICS.mint:
        return [{ ...base, kind: "mint", amounts: sides(data, 0) }];
      case TOPICS.burn:
        return [{ ...base, kind: "burn", amounts: sides(data, 0) }];
      case TOPICS.transfer:
        return [{ ...base, kind: "shares", from: addressOf(first), to: addressOf(second), amount: word(data, 0) }];
      case undefined:
      default:
        return [];
    }
  });
}
