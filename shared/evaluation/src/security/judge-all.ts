import type { Compilers } from "./open-compilers.ts";
import type { Sample } from "./sample.ts";
import { type Judgement, judgeSample } from "./judge-sample.ts";

/** As many at once as the machines at hand have cores. */
const AT_ONCE = 2;

/** Judges every sample, in their order; what breaks on one twice is its reason and does not end the others: a busy machine lets a node be late. */
export async function judgeAll(compilers: Compilers, samples: readonly Sample[], progress: (line: string) => void): Promise<Judgement[]> {
  const judged: Judgement[] = [];
  const open = [...samples.entries()];
  const work = async () => {
    for (let next = open.shift(); next; next = open.shift()) {
      const [index, sample] = next;
      const judge = () => judgeSample(compilers, sample);
      judged[index] = await judge()
        .catch(judge)
        .catch((error: unknown): Judgement => {
          const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "it failed";
          return { sample, how: "", judged: false, why: `the evaluation failed on it: ${why.slice(0, 160)}` };
        });
      progress(`${index + 1} of ${samples.length} ${sample.address}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return judged;
}
