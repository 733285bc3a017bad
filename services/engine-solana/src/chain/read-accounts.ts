import { type Address, isAddress } from "@solana/kit";
import { UnavailableError, type Upstream } from "@token-sentiment/engine";
import { z } from "zod";
import type { Account } from "./account.ts";

/** Slots of an epoch on mainnet, where every epoch has the same. */
const SLOTS_PER_EPOCH = 432_000;
/** For an endpoint with all its tries, so that there is time for the next: a little more than one try, whose failure then counts. */
const ENDPOINT_MS = 2600;

const OneAccount = z
  .object({ owner: z.string().refine(isAddress), executable: z.boolean().catch(false), data: z.tuple([z.string(), z.literal("base64")]) })
  .transform(({ owner, executable, data: [text] }): Account => ({
    program: owner,
    executable,
    data: new Uint8Array(Buffer.from(text, "base64")),
  }))
  .nullable();
/** The result of `getMultipleAccounts`, in base64. */
export const Accounts = z.object({ context: z.object({ slot: z.int().nonnegative() }), value: z.array(OneAccount) });
const Answer = z.union([z.object({ error: z.object({ code: z.number() }) }), z.object({ result: z.unknown() })]);

/** One question to a node. */
export interface RpcCall<S extends z.ZodType> {
  method: string;
  params: readonly unknown[];
  result: S;
}

/**
 * Asks one node.
 * @throws UnavailableError when it does not answer, or refuses.
 */
export async function askNode<S extends z.ZodType>(node: Upstream, call: RpcCall<S>, signal: AbortSignal): Promise<z.output<S>> {
  const { method, params, result } = call;
  const body = { jsonrpc: "2.0", id: 1, method, params };
  const answer = await node.request(Answer, { method: "POST", body, signal });
  if ("error" in answer) throw new UnavailableError(`the node refused with error ${answer.error.code}`);
  const parsed = result.safeParse(answer.result);
  if (!parsed.success) throw new UnavailableError("the node sent an answer of another shape");
  return parsed.data;
}

/** Accounts in the order in which they were asked for, and when. */
export interface Reading {
  accounts: (Account | undefined)[];
  slot: number;
  epoch: bigint;
}

/** What to read: of each account all, or some bytes. */
export interface Wanted {
  at: readonly Address[];
  slice?: { offset: number; length: number };
}

/** Reads up to a hundred accounts in one call. @throws UnavailableError */
export async function readFrom(node: Upstream, { at, slice }: Wanted, signal: AbortSignal): Promise<Reading> {
  const options = { encoding: "base64", commitment: "confirmed", ...(slice && { dataSlice: slice }) };
  const { context, value } = await askNode(node, { method: "getMultipleAccounts", params: [at, options], result: Accounts }, signal);
  if (value.length !== at.length) throw new UnavailableError("the node left accounts out");
  return {
    accounts: value.map((account) => account ?? undefined),
    slot: context.slot,
    epoch: BigInt(Math.floor(context.slot / SLOTS_PER_EPOCH)),
  };
}

/**
 * Reads accounts from the first endpoint that gives them.
 * @throws UnavailableError when none does, with the first one's reason.
 */
export async function readAccounts(endpoints: readonly Upstream[], wanted: Wanted, signal: AbortSignal): Promise<Reading> {
  let first: UnavailableError | undefined;
  for (const [index, endpoint] of endpoints.entries()) {
    const isLast = index === endpoints.length - 1;
    try {
      return await readFrom(endpoint, wanted, isLast ? signal : AbortSignal.any([signal, AbortSignal.timeout(ENDPOINT_MS)]));
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      first ??= error;
      if (signal.aborted) break;
    }
  }
  throw first ?? new UnavailableError("no RPC endpoint of Solana is configured");
}
