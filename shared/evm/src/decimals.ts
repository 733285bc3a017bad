import { type Address, type Hex, encodeFunctionData, parseAbi } from "viem";
import { HexText } from "./hex.ts";
import type { Rpc } from "./rpc.ts";

const data = encodeFunctionData({ abi: parseAbi(["function decimals() view returns (uint8)"]), functionName: "decimals" });

/** How many decimals a token says it has, 0..36. Undefined: it says nothing of the kind. @throws UnavailableError */
export async function readDecimals(
  rpc: Rpc,
  { token, tag }: { token: Address; tag: Hex },
  signal: AbortSignal,
): Promise<number | undefined> {
  const [answer] = await rpc.batch([{ method: "eth_call", params: [{ to: token, data }, tag] }], signal);
  const word = answer?.kind === "ok" ? HexText.safeParse(answer.result).data : undefined;
  if (word?.length !== 66 || BigInt(word) > 36n) return undefined;
  return Number(word);
}
