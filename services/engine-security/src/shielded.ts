import { UnavailableError } from "@token-sentiment/engine";
import { type Answer, BlockGoneError, type Rpc, type RpcCall } from "@token-sentiment/evm";

/** Calls that belong together. `ours`: they go to our own contracts, which pass nothing on of what a token answers. */
export interface Group {
  calls: readonly RpcCall[];
  ours: boolean;
}

/**
 * Asks all groups in one batch and answers group by group. Where that comes to nothing, a token may have answered too much to be read: then once
 * more through our own contracts only, and the rest counts as refused.
 * @throws UnavailableError when that comes to nothing as well.
 */
export async function askShielded(rpc: Rpc, groups: readonly Group[], signal: AbortSignal): Promise<Answer[][]> {
  try {
    return split(groups, await rpc.batch(all(groups), signal));
  } catch (error) {
    if (!(error instanceof UnavailableError) || error instanceof BlockGoneError || signal.aborted) throw error;
    const ours = groups.filter((group) => group.ours);
    const answers = split(ours, await rpc.batch(all(ours), signal));
    const refused: Answer = { kind: "refused", message: "the answer could not be read" };
    return groups.map((group) => (group.ours ? (answers.shift() ?? []) : group.calls.map(() => refused)));
  }
}

const all = (groups: readonly Group[]): RpcCall[] => groups.flatMap(({ calls }) => calls);

function split(groups: readonly Group[], answers: readonly Answer[]): Answer[][] {
  let at = 0;
  return groups.map(({ calls }) => answers.slice(at, (at += calls.length)));
}
