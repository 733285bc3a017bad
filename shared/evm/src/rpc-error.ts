import { z } from "zod";
import { HexText } from "./hex.ts";
import type { Answer } from "./json-rpc.ts";

/** The error of one call; providers leave out the code now and then. */
export const RpcError = z.object({ code: z.coerce.number().catch(0), message: z.string().catch(""), data: z.unknown().optional() });
export type RpcError = z.infer<typeof RpcError>;

const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
/** geth's code of a revert; Nethermind and Parity say -32015. */
const REVERT_CODES = new Set([3, -32_015]);
/** The contract's own words follow these, so nothing after them is read. */
const REVERT_BEGINS = /^(?:vm exception|(?:execution|transaction|evm|vm execution) ?(?:revert|error))/i;
const OUT_OF_GAS = /out of gas|outofgas|invalid opcode|invalid jump|stack (?:under|over)flow/i;
const RUNS_CODE = new Set(["eth_call", "eth_estimateGas", "eth_createAccessList"]);
const NO_METHOD =
  /method .*not (?:found|supported|available|exist|allowed|whitelisted)|unsupported method|(?:method|eth_\w+) is (?:disabled|not available|unsupported)/i;
/** geth, erigon, reth and nethermind on a block they never had, or whose state they have dropped. */
const NO_BLOCK =
  /header not found|missing trie node|(?:block|header)\b.{0,80}\bnot found|unknown block|no state available|state .{0,80}(?:not|un)available|state .{0,80}pruned|beyond current head/i;
/** EIP-1474's limit exceeded, and what QuickNode, dRPC and others say. */
const LIMIT_CODES = new Set([429, -32_005, -32_007, -32_029, -32_097]);
const LIMIT_WORDS = /rate.?limit|too many requests|request limit|limit exceeded|quota|throughput|capacity|free ?tier/i;
const RATE_WORDS = /rate.?limit|too many requests|quota|per second/i;

/**
 * What an error means for the call (evm.md §3, upstreams.md §7). A revert is told first: its reason is written by the contract, and a
 * token must not be able to talk us out of asking a node. -32005 of `eth_getLogs` is about the range or the number of results.
 */
export function answerOfError(method: string, { code, message, data }: RpcError): Answer {
  const bytes = HexText.safeParse(data).data;
  if (RUNS_CODE.has(method) && (REVERT_CODES.has(code) || REVERT_BEGINS.test(message) || bytes !== undefined)) {
    return { kind: "reverted", data: bytes };
  }
  const logs = method === "eth_getLogs";
  if (code === METHOD_NOT_FOUND || NO_METHOD.test(message) || (code === INVALID_PARAMS && !logs)) return { kind: "unsupported" };
  const refused = { kind: "refused", message: `error ${code}` } as const;
  if (NO_BLOCK.test(message)) return { ...refused, because: "block" };
  const limit = logs ? RATE_WORDS.test(message) : LIMIT_CODES.has(code) || LIMIT_WORDS.test(message);
  if (limit) return { ...refused, because: "limit" };
  if (logs) return { ...refused, said: { code, message } };
  return RUNS_CODE.has(method) && OUT_OF_GAS.test(message) ? { kind: "reverted", data: undefined } : refused;
}
