import type { EvaluationInput } from "../evaluation.ts";
import type { RecordedCase } from "./recorded-case.ts";
import type { Replay } from "./replay.ts";

/**
 * The datasets that an engine's code can be run over, each frozen at the time of its detection, by their folders. `docs/calibration.md` says
 * which cannot, and why. An engine is loaded when its dataset is there: that takes seconds.
 */
export const replays: Readonly<Record<string, () => Promise<Replay>>> = {
  telegram_pump_channels: async () => (await import("./replay-windows.ts")).windowReplay,
  pump_ticks_binance: async () => (await import("./replay-pumps.ts")).pumpReplay,
  uniswap_v2_raw_pool_events: async () => (await import("./replay-pools.ts")).poolReplay,
  price_incidents: async () => (await import("./replay-incidents.ts")).incidentReplay,
};

/** All cases of the datasets that are there; says which are not. */
export async function replayAll({ dataset, say, progress }: EvaluationInput): Promise<RecordedCase[]> {
  const cases: RecordedCase[] = [];
  for (const [name, load] of Object.entries(replays)) {
    const folder = dataset(name);
    if (folder === undefined) {
      say(`skipped: no folder ${name} under --datasets`);
      continue;
    }
    const replay = await load();
    progress(`running the ${replay.engine} engine over ${name}`);
    for await (const one of replay.cases(folder)) cases.push(one);
  }
  return cases;
}
