import type { Address } from "@solana/kit";
import { UnavailableError, type Upstream } from "@token-sentiment/engine";
import { z } from "zod";
import type { Account } from "./account.ts";

/** Slots of an epoch on mainnet, where every epoch has the same. */
const SLOTS_PER_EPOCH = 432_000;
/** For an endpoint with all its tries, so that there is time for the next: a little more than one try, whose failure then counts. */
const ENDPOINT_MS = 2600;

const Answer = z.union([
  z.object({
    result: z.object({
      context: z.object({ slot: z.int().nonnegative() }),
      value: z
        .object({ owner: z.string(), data: z.tuple([z.string(), z.literal("base64")]) })
        .transform(({ owner, data: [text] }): Account => ({ program: owner, data: new Uint8Array(Buffer.from(text, "base64")) }))
        .nullable(),
    }),
  }),
  z.object({ error: z.object({ code: z.number() }) }),
]);

/** An account, or none, and when. */
export interface Reading {
  account: Account | undefined;
  slot: number;
  epoch: bigint;
}

/**
 * Reads one account from the first endpoint that gives it.
 * @throws UnavailableError when none does, with the first one's reason.
 */
export async function readAccount(endpoints: readonly Upstream[], at: Address, signal: AbortSignal): Promise<Reading> {
  const params = [at, { encoding: "base64", commitment: "confirmed" }];
  let first: UnavailableError | undefined;
  for (const [index, endpoint] of endpoints.entries()) {
    const isLast = index === endpoints.length - 1;
    try {
      const answer = await endpoint.request(Answer, {
        method: "POST",
        body: { jsonrpc: "2.0", id: 1, method: "getAccountInfo", params },
        signal: isLast ? signal : AbortSignal.any([signal, AbortSignal.timeout(ENDPOINT_MS)]),
      });
      if ("error" in answer) throw new UnavailableError(`the node refused with error ${answer.error.code}`);
      const { context, value } = answer.result;
      return { account: value ?? undefined, slot: context.slot, epoch: BigInt(Math.floor(context.slot / SLOTS_PER_EPOCH)) };
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      first ??= error;
      if (signal.aborted) break;
    }
  }
  throw first ?? new UnavailableError("no RPC endpoint of Solana is configured");
}
