import { UnavailableError } from "@token-sentiment/engine";
import type { Hex } from "viem";
import { HexText } from "./hex.ts";
import type { Answer, RpcCall } from "./json-rpc.ts";
import { isMalformed } from "./malformed.ts";
import { readAnswers, readCall, type View } from "./probes.ts";
import type { Rpc } from "./rpc.ts";

/** View calls, and whatever else is asked in the same round trip. */
export interface Reading {
  views: readonly View[];
  calls: readonly RpcCall[];
  /** `latest`, or a number in hex. */
  tag: string;
}

/** What came back. */
export interface Read {
  answers: Answer[];
  /** The bytes each view returned; undefined where it reverted. */
  views: (Hex | undefined)[];
  /** The block that the views were answered from; undefined where only the tag tells. */
  number: bigint | undefined;
}

/** Reads all views by one injected contract (T2). Undefined: no endpoint can put code in place. @throws UnavailableError when none answers. */
export async function readTogether(rpc: Rpc, { views, calls, tag }: Reading, signal: AbortSignal): Promise<Read | undefined> {
  const answers = await rpc.batch([...calls, readCall(views, tag)], signal);
  const read = answers.pop();
  if (read?.kind === "unsupported") return undefined;
  if (read?.kind !== "ok") throw new UnavailableError("no RPC endpoint answers eth_call");
  const { answers: returned, number } = readAnswers(read.result);
  return { answers, views: returned, number };
}

/** Reads the views one by one, which every node can. @throws UnavailableError when one of them is not answered. */
export async function readOneByOne(rpc: Rpc, { views, calls, tag }: Reading, signal: AbortSignal): Promise<Read> {
  const asked = views.map((view): RpcCall => ({ method: "eth_call", params: [view, tag] }));
  const answers = await rpc.batch([...calls, ...asked], signal);
  const returned = answers.splice(calls.length).map((answer) => {
    if (answer.kind === "ok") return HexText.parse(answer.result);
    if (answer.kind === "reverted") return undefined;
    throw new UnavailableError("no RPC endpoint answers eth_call");
  });
  return { answers, views: returned, number: undefined };
}

/** All in one call where code can be put in place, else one by one. Undefined: reverted, or not answered at all. */
export async function readViews(
  rpc: Rpc,
  views: readonly View[],
  { tag, signal }: { tag: string; signal: AbortSignal },
): Promise<(Hex | undefined)[]> {
  const [answer] = await rpc.batch([readCall(views, tag)], signal);
  if (answer?.kind === "unsupported") return (await readOneByOne(rpc, { views, calls: [], tag }, signal)).views;
  if (answer?.kind !== "ok") return [];
  try {
    return readAnswers(answer.result).answers;
  } catch (error) {
    if (isMalformed(error)) return [];
    throw error;
  }
}
