import type { Hex } from "viem";
import { z } from "zod";
import { HexText } from "./hex.ts";

/** Sends one JSON body and answers the parsed JSON of the response. Throws when the endpoint could not be asked. */
export type Post = (body: unknown, signal: AbortSignal) => Promise<unknown>;

/** One call of a batch. */
export interface RpcCall {
  method: string;
  params: readonly unknown[];
}

/**
 * What became of one call. `reverted` is a result: the contract refused. `unsupported`: the node lacks the method or one of its parameters.
 * `refused`: it could not or would not answer this call (limit, pruned state), and another node may.
 */
export type Answer =
  | { kind: "ok"; result: unknown }
  | { kind: "reverted"; data: Hex | undefined }
  | { kind: "unsupported"; /** Of the params; a method that is missing says nothing. */ said?: Said }
  | { kind: "refused"; message: string; said?: Said };

/** An error as the node worded it: for programs that know its providers, never for people. */
export interface Said {
  code: number;
  message: string;
}

const RpcError = z.object({ code: z.number(), message: z.string().catch(""), data: z.unknown().optional() });
const Item = z.object({ id: z.number(), result: z.unknown().optional(), error: RpcError.optional() });

const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
/** geth's code of a revert; Nethermind and Parity say -32015, others -32000 with bytes or with the word in their message. */
const REVERT_CODES = new Set([3, -32_015]);
const REVERT_WORDS = /revert|out of gas|outofgas|invalid opcode|invalid jump|stack (?:under|over)flow/i;
const UNSUPPORTED_WORDS = /method .*not (?:found|supported|available|exist)|unsupported method/i;

/** Sends calls as one batch and answers them in their order. Throws when the answer is not a batch's. */
export async function postBatch(post: Post, calls: readonly RpcCall[], signal: AbortSignal): Promise<Answer[]> {
  const body = calls.map(({ method, params }, id) => ({ jsonrpc: "2.0", id, method, params }));
  const items = new Map(
    z
      .array(Item)
      .parse(await post(body, signal))
      .map((item) => [item.id, item]),
  );
  return calls.map((_, id) => answerOf(items.get(id)));
}

function answerOf(item: z.infer<typeof Item> | undefined): Answer {
  if (!item) return { kind: "refused", message: "no answer in the batch" };
  const { error } = item;
  if (!error) return { kind: "ok", result: item.result };
  const said = { code: error.code, message: error.message };
  if (error.code === METHOD_NOT_FOUND || UNSUPPORTED_WORDS.test(error.message)) return { kind: "unsupported" };
  if (error.code === INVALID_PARAMS) return { kind: "unsupported", said };
  const data = HexText.safeParse(error.data).data;
  if (REVERT_CODES.has(error.code) || data !== undefined || REVERT_WORDS.test(error.message)) return { kind: "reverted", data };
  return { kind: "refused", message: `error ${error.code}`, said };
}
