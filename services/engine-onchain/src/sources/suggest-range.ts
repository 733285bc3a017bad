import { getLogsRetryHelper } from "@ponder/utils";
import type { LogRange, Said } from "@token-sentiment/evm";
import { numberToHex, RpcRequestError } from "viem";

/** How many blocks the provider of that error says it grants, as ponder's table of some 25 providers' sentences reads it. Undefined: it does not say. */
export function suggestRange({ code, message }: Said, { from, to }: LogRange): bigint | undefined {
  const error = new RpcRequestError({ body: {}, url: "", error: { code, message } });
  const params = [{ fromBlock: numberToHex(from), toBlock: numberToHex(to) }] as const;
  // the helper reads the error as JSON, where a standing class would hide its message
  const { ranges } = getLogsRetryHelper({ error: Object.assign(error, { message }), params: [...params] });
  const [first] = ranges ?? [];
  return first && BigInt(first.toBlock) - BigInt(first.fromBlock) + 1n;
}
