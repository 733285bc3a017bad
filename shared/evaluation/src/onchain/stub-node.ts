import { z } from "zod";
import type { PoolHistory } from "./pool-history.ts";

const FACTORY = "0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f";
const NOBODY = `0x${"0".repeat(40)}`;
/** Mean time between blocks of Ethereum in those years, seconds. */
const BLOCK_SECONDS = 13.3;
/** The London fork, by which block numbers of those years are dated. */
const LONDON = { block: 12_965_000, time: 1_628_166_822 };

const Call = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });
const Range = z.object({
  address: z.union([z.string(), z.array(z.string())]),
  topics: z.array(z.unknown()),
  fromBlock: z.string(),
  toBlock: z.string(),
});
const Asked = z.object({ to: z.string(), data: z.string() });

/** About when a block of 2020 or 2021 was made, whole seconds since 1970. */
export const timeOfBlock = (block: number): number => Math.round(LONDON.time + (block - LONDON.block) * BLOCK_SECONDS);

const hex = (value: number): string => `0x${Math.round(value).toString(16)}`;
const word = (value: bigint | string | number): string => BigInt(value).toString(16).padStart(64, "0");
const at = (data: string, index: number): string => `0x${data.slice(10 + 64 * index + 24, 10 + 64 * (index + 1))}`;

/** A node of chain 1 that knows one pool up to a block and nothing else; without overrides, simulation or anything younger. */
export function stubNode(history: PoolHistory, head: number): (body: unknown) => unknown {
  const { pool, token, tokenFirst, first } = history;
  const moved = history.shares?.filter(({ block }) => block <= head);
  const balance = (of: string): bigint =>
    (moved ?? []).reduce((sum, move) => sum + (move.to === of ? move.amount : 0n) - (move.from === of ? move.amount : 0n), 0n);
  const state = history.reserves.findLast(({ block }) => block <= head);
  const call = ({ to, data }: z.infer<typeof Asked>): string | undefined => {
    const selector = data.slice(0, 10);
    if (to.toLowerCase() === FACTORY && selector === "0xe6a43905") return word(pool);
    if (to.toLowerCase() !== pool) return undefined;
    if (selector === "0x0dfe1681") return word(tokenFirst ? token : `0x${"f".repeat(40)}`);
    if (selector === "0x0902f1ac" && state) {
      const [a, b] = tokenFirst ? [state.token, state.coin] : [state.coin, state.token];
      return word(a) + word(b) + word(0);
    }
    // the shares that nobody sent anywhere: all that were minted, less those that the pool itself destroyed
    if (selector === "0x18160ddd" && moved) {
      const made = moved.reduce(
        (sum, move) => sum + (move.from === NOBODY ? move.amount : move.to === NOBODY && move.from === pool ? -move.amount : 0n),
        0n,
      );
      return word(made);
    }
    if (selector === "0x70a08231" && moved) return word(at(data, 0) === NOBODY ? 0n : balance(at(data, 0)));
    return undefined;
  };
  const answer = (method: string, params: unknown[]): unknown => {
    switch (method) {
      case "eth_chainId":
        return "0x1";
      case "eth_getBlockByNumber": {
        const number = params[0] === "latest" ? head : Number(params[0]);
        return { number: hex(number), timestamp: hex(timeOfBlock(number)), hash: `0x${word(number)}` };
      }
      case "eth_getCode":
        return [token, pool].includes(String(params[0]).toLowerCase()) && !(params[1] !== "latest" && Number(params[1]) < first)
          ? "0x60"
          : "0x";
      case "eth_getStorageAt":
        return `0x${word(0)}`;
      case "eth_getLogs": {
        const { address, topics, fromBlock, toBlock } = Range.parse(params[0]);
        if (!Array.isArray(topics[0]) || ![address].flat().some((one) => one.toLowerCase() === pool)) return [];
        const [from, to] = [Number(fromBlock), Math.min(head, Number(toBlock))];
        return history.logs.filter(({ block }) => block >= from && block <= to).map(({ log }) => log);
      }
      default:
        return undefined;
    }
  };
  const item = ({ id, method, params }: z.infer<typeof Call>): object => {
    if (method === "eth_call" && params.length === 2) {
      const result = call(Asked.parse(params[0]));
      return result === undefined
        ? { jsonrpc: "2.0", id, error: { code: 3, message: "execution reverted" } }
        : { jsonrpc: "2.0", id, result: `0x${result}` };
    }
    const result = answer(method, params);
    return result === undefined
      ? { jsonrpc: "2.0", id, error: { code: -32_601, message: "Method not found" } }
      : { jsonrpc: "2.0", id, result };
  };
  return (body) => {
    const calls = z.union([z.array(Call), Call]).parse(body);
    return Array.isArray(calls) ? calls.map(item) : item(calls);
  };
}
