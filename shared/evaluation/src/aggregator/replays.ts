import type { EvaluationInput } from "../evaluation.ts";
import type { RecordedCase } from "./recorded-case.ts";
import type { Replay } from "./replay.ts";
import { incidentReplay } from "./replay-incidents.ts";
import { poolReplay } from "./replay-pools.ts";
import { pumpReplay } from "./replay-pumps.ts";
import { windowReplay } from "./replay-windows.ts";

/** The datasets that an engine's code can be run over, each frozen at the time of its detection. `docs/calibration.md` says which cannot, and why. */
export const replays: readonly Replay[] = [windowReplay, pumpReplay, poolReplay, incidentReplay];

/** All cases of the datasets that are there; says which are not. */
export async function replayAll({ dataset, say, progress }: EvaluationInput): Promise<RecordedCase[]> {
  const cases: RecordedCase[] = [];
  for (const replay of replays) {
    const folder = dataset(replay.dataset);
    if (folder === undefined) {
      say(`skipped: no folder ${replay.dataset} under --datasets`);
      continue;
    }
    progress(`running the ${replay.engine} engine over ${replay.dataset}`);
    for await (const one of replay.cases(folder)) cases.push(one);
  }
  return cases;
}
