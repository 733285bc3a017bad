import type { Answer, RpcCall } from "./json-rpc.ts";
import type { Node } from "./node.ts";

/** How a batch is spread over nodes. */
export interface Spreading {
  /** Whom to ask for that call, best first. */
  nodesFor(call: RpcCall): readonly Node[];
  ask(node: Node, calls: readonly RpcCall[]): Promise<Answer[]>;
}

/** What came of it: each call's best answer and who gave it. Undefined: nobody who was asked answered at all. */
export interface Spread {
  answers: (Answer | undefined)[];
  by: (Node | undefined)[];
  failures: unknown[];
}

/**
 * Asks every call of the first node that may know, all at once; what a node does not support, refuses or leaves is asked of the next one,
 * until all have a result or no node is left.
 */
export async function spread(calls: readonly RpcCall[], { nodesFor, ask }: Spreading): Promise<Spread> {
  const answers: Spread["answers"] = calls.map(() => undefined);
  const by: Spread["by"] = calls.map(() => undefined);
  const failures: unknown[] = [];
  const left = calls.map((call) => nodesFor(call).filter((node) => node.able(call)));
  for (const [index, nodes] of left.entries()) if (nodes.length === 0) answers[index] = { kind: "unsupported" };

  for (;;) {
    const groups = new Map<Node, number[]>();
    for (const [index, nodes] of left.entries()) {
      const next = isResult(answers[index]) ? undefined : nodes.shift();
      if (next) groups.set(next, [...(groups.get(next) ?? []), index]);
    }
    if (groups.size === 0) return { answers, by, failures };
    const asked = [...groups].map(async ([node, indexes]) => {
      try {
        const got = await ask(
          node,
          indexes.flatMap((index) => calls[index] ?? []),
        );
        for (const [position, index] of indexes.entries()) {
          const answer = got[position];
          if (!answer || weight(answer) <= weight(answers[index])) continue;
          [answers[index], by[index]] = [answer, node];
        }
      } catch (error) {
        failures.push(error);
      }
    });
    await Promise.all(asked);
  }
}

const isResult = (answer: Answer | undefined): boolean => answer?.kind === "ok" || answer?.kind === "reverted";

/** Of two that are no result, the one that says more: a block that is gone, a capability that is missing, a refusal. */
function weight(answer: Answer | undefined): number {
  if (!answer) return 0;
  if (isResult(answer)) return 4;
  if (answer.kind === "unsupported") return 2;
  return answer.kind === "refused" && answer.because === "block" ? 3 : 1;
}
