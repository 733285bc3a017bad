import { type Address, numberToHex } from "viem";
import type { Rpc } from "./rpc.ts";

/** Whether an address had code at those blocks, in their order; false before the chain began, undefined where the node keeps no state so old. @throws UnavailableError */
export async function codeAt(
  rpc: Rpc,
  { address, blocks }: { address: Address; blocks: readonly bigint[] },
  signal: AbortSignal,
): Promise<(boolean | undefined)[]> {
  const asked = blocks.filter((block) => block >= 0n);
  const calls = asked.map((block) => ({ method: "eth_getCode", params: [address, numberToHex(block)] }));
  const answers = calls.length > 0 ? await rpc.batch(calls, signal) : [];
  return blocks.map((block) => {
    const answer = block < 0n ? undefined : answers[asked.indexOf(block)];
    if (block < 0n) return false;
    return answer?.kind === "ok" && typeof answer.result === "string" ? answer.result !== "0x" : undefined;
  });
}
