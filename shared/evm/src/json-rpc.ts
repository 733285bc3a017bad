import type { Hex } from "viem";
import { z } from "zod";
import { HexText } from "./hex.ts";
import { answerOfError, RpcError } from "./rpc-error.ts";

/** Sends one JSON body and answers the parsed JSON of the response. Throws when the endpoint could not be asked. */
export type Post = (body: unknown, signal: AbortSignal) => Promise<unknown>;

/** One call of a batch. */
export interface RpcCall {
  method: string;
  params: readonly unknown[];
}

/**
 * What became of one call. `reverted` is a result: the contract refused. `unsupported`: the node lacks the method or one of its parameters.
 * `refused`: it could not or would not answer this call, and another node may; `because` it does not have that `block` or its state, or we
 * asked more than its `limit`. `message` never holds a word of the node's.
 */
export type Answer =
  | { kind: "ok"; result: unknown }
  | { kind: "reverted"; data: Hex | undefined }
  | { kind: "unsupported" }
  | { kind: "refused"; message: string; because?: "block" | "limit"; said?: Said };

/** What a node says of a range of logs that it does not grant: for programs that know its providers, never for people. */
export interface Said {
  code: number;
  message: string;
}

/** An endpoint answered a batch with a single error: it takes none, or none of that size. */
export class BatchRefusedError extends Error {
  constructor() {
    super("the endpoint takes no batch of that size");
    this.name = "BatchRefusedError";
  }
}

const Id = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);
const Item = z.looseObject({ id: Id, error: RpcError.nullish() });
type Item = z.infer<typeof Item>;
const OneError = z.object({ error: RpcError });
const ABOUT_BATCHES = /\bbatch/i;

/** What a method promises; anything else is no answer. Of a block that does not exist, nodes say null. */
const SHAPES: Record<string, z.ZodType> = {
  eth_blockNumber: HexText,
  eth_call: HexText,
  eth_chainId: HexText,
  eth_getBlockByNumber: z.looseObject({ number: HexText }),
  eth_getCode: HexText,
  eth_getLogs: z.array(z.unknown()),
  eth_getStorageAt: HexText,
  eth_simulateV1: z.array(z.unknown()),
};

/**
 * Sends calls as one batch, a single one as itself when `alone`, and answers them in their order, whatever order the node chose.
 * @throws BatchRefusedError, or ZodError when the answer is not JSON-RPC's.
 */
export async function postBatch(
  post: Post,
  { calls, alone = false }: { calls: readonly RpcCall[]; alone?: boolean },
  signal: AbortSignal,
): Promise<Answer[]> {
  const body = calls.map(({ method, params }, id) => ({ jsonrpc: "2.0", id, method, params }));
  const answered = await post(alone && body.length === 1 ? body[0] : body, signal);
  const failure = OneError.safeParse(answered).data?.error;
  if (failure) {
    const answer = answerOfError(calls.length === 1 ? (calls[0]?.method ?? "") : "", failure);
    if (calls.length === 1 || (answer.kind === "refused" && answer.because === "limit")) return calls.map(() => answer);
    throw new BatchRefusedError();
  }
  const list = z.array(z.unknown()).parse(calls.length === 1 && !Array.isArray(answered) ? [answered] : answered);
  const items = new Map<number, Item>();
  for (const one of list) {
    const item = Item.safeParse(one).data;
    if (item && !items.has(item.id)) items.set(item.id, item);
  }
  const refused = [...items.values()].every(({ error }) => error && ABOUT_BATCHES.test(error.message));
  if (calls.length > 1 && list.length > 0 && refused) throw new BatchRefusedError();
  return calls.map(({ method }, id) => answerOf(method, items.get(id)));
}

function answerOf(method: string, item: Item | undefined): Answer {
  if (!item) return { kind: "refused", message: "no answer in the batch" };
  if (item.error) return answerOfError(method, item.error);
  const { result } = item;
  if (method === "eth_getBlockByNumber" && result === null) return { kind: "refused", message: "no such block", because: "block" };
  const shape = SHAPES[method];
  return shape && !shape.safeParse(result).success ? { kind: "refused", message: "a malformed result" } : { kind: "ok", result };
}
