import { UnavailableError } from "@token-sentiment/engine";
import { createBatcher } from "./batches.ts";
import { introduction, type Introduction, isAble, readIntroduction } from "./capabilities.ts";
import type { EvmChainId } from "./chains.ts";
import type { Answer, Post, RpcCall } from "./json-rpc.ts";
import { createRest } from "./rest.ts";

/** One JSON-RPC endpoint. */
export interface Endpoint {
  /** For people and metrics; never the URL, which may carry a key. */
  name: string;
  post: Post;
}

/** An endpoint of which it is known what it can do and how it fares. */
export interface Node {
  /** False: known not to. */
  able(call: RpcCall): boolean;
  /** Failed lately: to be asked after the others. */
  resting(): boolean;
  /** Lets it rest as if it had failed. */
  rest(): void;
  /** Answers in the order of the calls. @throws UnavailableError, or whatever the endpoint's answer failed with. */
  ask(calls: readonly RpcCall[], signal: AbortSignal): Promise<Answer[]>;
}

const INTRODUCED_FOR_MS = 10 * 60_000;

/** Introduces itself to an endpoint within the first batch, and again after ten minutes. */
export function createNode(chain: EvmChainId, { name, post }: Endpoint, now: () => number): Node {
  const send = createBatcher(post);
  const rest = createRest(now);
  let known: { introduction: Introduction; until: number } | undefined;

  const introduced = async (calls: readonly RpcCall[], signal: AbortSignal): Promise<Answer[]> => {
    const answers = await send([...introduction, ...calls], signal);
    const shown = readIntroduction(answers.slice(0, introduction.length));
    known = { introduction: shown, until: shown.settled && shown.chain !== undefined ? now() + INTRODUCED_FOR_MS : -Infinity };
    return answers.slice(introduction.length);
  };

  const ask = async (calls: readonly RpcCall[], signal: AbortSignal): Promise<Answer[]> => {
    const answers = known && now() < known.until ? await send(calls, signal) : await introduced(calls, signal);
    const shown = known?.introduction;
    if (shown?.chain === undefined) throw new UnavailableError(`${name} does not say which chain it answers for`);
    if (shown.chain !== BigInt(chain)) throw new UnavailableError(`${name} answers for chain ${shown.chain}, not ${chain}`);
    // what was sent before the introduction was read may rest on an override that the node ignored
    return answers.map((answer, index) => {
      const call = calls[index];
      return call && !isAble(shown.capabilities, call) && answer.kind !== "refused" ? { kind: "unsupported" } : answer;
    });
  };

  return {
    able: (call) => !known || now() >= known.until || isAble(known.introduction.capabilities, call),
    resting: rest.resting,
    rest: rest.failed,
    async ask(calls, signal) {
      try {
        const answers = await ask(calls, signal);
        if (answers.some((answer) => answer.kind === "refused" && answer.because === "limit")) rest.failed();
        else rest.answered();
        return answers;
      } catch (error) {
        // whoever is not waited for has not failed, nor who told us more than we read: a token decides how much that is
        const tooLarge = error instanceof UnavailableError && error.tooLarge;
        if (!signal.aborted && !tooLarge) rest.failed();
        throw error;
      }
    },
  };
}
