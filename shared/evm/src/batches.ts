import { UnavailableError } from "@token-sentiment/engine";
import { type Answer, BatchRefusedError, type Post, postBatch, type RpcCall } from "./json-rpc.ts";

/** All in one post, three (the free endpoints of dRPC and 1RPC answer more with status 500), one. */
const SIZES = [Infinity, 3, 1] as const;
/** Statuses that say who we are or how often we ask, not how much at once. */
const NOT_ABOUT_SIZE = new Set([401, 403, 404, 429]);
const LOST: Answer = { kind: "refused", message: "its part of the batch was not answered" };

/** Sends calls in the largest batches that the endpoint takes, found out by use and remembered. Throws when the first of them fails. */
export function createBatcher(post: Post): (calls: readonly RpcCall[], signal: AbortSignal) => Promise<Answer[]> {
  let step = 0;
  let proven = false;

  const send = async (calls: readonly RpcCall[], size: number, signal: AbortSignal): Promise<Answer[]> => {
    const parts = partsOf(calls, size);
    const sendPart = (part: readonly RpcCall[]) => postBatch(post, { calls: part, alone: size === 1 }, signal);
    const sendRest = async (rest: typeof parts): Promise<Answer[]> => {
      const settled = await Promise.allSettled(rest.map(sendPart));
      return settled.flatMap((one, index) => (one.status === "fulfilled" ? one.value : (rest[index] ?? []).map(() => LOST)));
    };
    const [first = [], ...rest] = parts;
    // until that size is known to be taken, one post tells for all
    if (!proven) return [...(await sendPart(first)), ...(await sendRest(rest))];
    const [head, tail] = await Promise.all([sendPart(first), sendRest(rest)]);
    return [...head, ...tail];
  };

  return async (calls, signal) => {
    for (;;) {
      const at = step;
      const size = SIZES[at] ?? 1;
      try {
        const answers = await send(calls, size, signal);
        if (at === step && calls.length > (SIZES[at + 1] ?? 0)) proven = true;
        return answers;
      } catch (error) {
        const next = SIZES[at + 1];
        if (next === undefined || calls.length <= next || !isAboutSize(error, proven)) throw error;
        step = Math.max(step, at + 1);
        proven = false;
      }
    }
  };
}

function isAboutSize(error: unknown, proven: boolean): boolean {
  if (error instanceof BatchRefusedError) return true;
  return !proven && error instanceof UnavailableError && error.status !== undefined && !NOT_ABOUT_SIZE.has(error.status);
}

const partsOf = (calls: readonly RpcCall[], size: number): (readonly RpcCall[])[] =>
  calls.length <= size
    ? [calls]
    : Array.from({ length: Math.ceil(calls.length / size) }, (_, at) => calls.slice(at * size, (at + 1) * size));
