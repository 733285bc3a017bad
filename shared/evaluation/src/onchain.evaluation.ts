import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Signal } from "@token-sentiment/contract";
import { csvRows } from "./csv.ts";
import type { Evaluation } from "./evaluation.ts";
import { cutsOf } from "./onchain/cuts.ts";
import { judgePool } from "./onchain/judge-pool.ts";
import { type PoolHistory, readHistory } from "./onchain/pool-history.ts";
import { serveHistories } from "./onchain/serve-histories.ts";
import { timeOfBlock } from "./onchain/stub-node.ts";
import { figure, scores, share } from "./score.ts";

const DATASET = "uniswap_v2_raw_pool_events";
const POSITIVE = new Set(["rug_type1_liquidity_drain", "rug_type2_price_dump"]);
const NEGATIVE = new Set(["healthy", "survivor_in_window"]);
const WHEN = ["at 25 % of its life", "at 50 %", "at 75 %", "right after the event, or at its end"];

/** A rug is said to be there when the signals' weights, times their reliability, lean to a crash by more than a nat over both others. */
function saysRug(signals: readonly Signal[]): boolean {
  const sum = (of: keyof Signal["weights"]): number =>
    signals.reduce((total, { weights, reliability }) => total + weights[of] * reliability, 0);
  return sum("real_crash") > 1 + Math.max(sum("false_fud"), sum("whale_manipulation"));
}

/** The on-chain engine on the events of labelled Uniswap V2 pools. */
export const evaluation: Evaluation = {
  title: "the on-chain engine on the Sync and share events of labelled Uniswap V2 pools, cut before and right after what happened",
  datasets: [DATASET],
  async run({ dataset, say, progress }) {
    const folder = dataset(DATASET) ?? "";
    const labels = ["labels.csv", "labels.csv.gz"].map((name) => join(folder, name)).find((file) => existsSync(file));
    if (labels === undefined) return say("skipped: there is no labels.csv");
    const pools: PoolHistory[] = [];
    const left = { absent: 0, unreadable: 0 };
    for await (const row of csvRows(labels)) {
      const history = readHistory(folder, row);
      if (typeof history === "string") left[history] += 1;
      else pools.push(history);
    }
    say(
      `${pools.length} pools judged; of ${left.absent} the events are not there, of ${left.unreadable} they or the side of the coin cannot be read; a day's window ends at each cut`,
    );
    await using histories = await serveHistories();
    const said = new Map<PoolHistory, { rug: boolean; small: boolean }[]>();
    for (const [index, pool] of pools.entries()) {
      if (index % 50 === 0) progress(`${index} of ${pools.length}`);
      const { before, after } = cutsOf(pool);
      const judged: { rug: boolean; small: boolean }[] = [];
      for (const head of [...before, after]) {
        const { signals } = (await judgePool(histories.upTo(pool, head), pool.token, timeOfBlock(head) * 1000)) ?? { signals: [] };
        judged.push({ rug: saysRug(signals), small: signals.length === 0 || signals.some(({ code }) => code === "small_pool") });
      }
      said.set(pool, judged);
    }
    for (const [cut, when] of WHEN.entries()) {
      const at = (of: PoolHistory) => said.get(of)?.[cut] ?? { rug: false, small: true };
      say(`\n## ${when}`);
      for (const label of [...new Set(pools.map((pool) => pool.label))].toSorted()) {
        const those = pools.filter((pool) => pool.label === label);
        const rugs = those.filter((pool) => at(pool).rug).length;
        say(
          `${label}: said to be a rug ${share(rugs, those.length)}, too small to judge or unknown ${share(those.filter((pool) => at(pool).small).length, those.length)}`,
        );
      }
      for (const [name, those] of [
        ["all", pools],
        ["those large enough to judge", pools.filter((pool) => !at(pool).small)],
      ] as const) {
        const count = (classes: ReadonlySet<string>, rug: boolean): number =>
          those.filter((pool) => classes.has(pool.label) && at(pool).rug === rug).length;
        const [hit, missed, alarm, quiet] = [count(POSITIVE, true), count(POSITIVE, false), count(NEGATIVE, true), count(NEGATIVE, false)];
        const rug = scores({ truePositives: hit, falsePositives: alarm, falseNegatives: missed });
        const sound = scores({ truePositives: quiet, falsePositives: missed, falseNegatives: alarm });
        const total = hit + missed + alarm + quiet;
        say(
          `rugs against healthy and surviving pools, ${name} (${total}): accuracy ${figure((hit + quiet) / total)}, precision ${figure(rug.precision)}, ` +
            `recall ${figure(rug.recall)}, macro-F1 ${figure((rug.f1 + sound.f1) / 2)}`,
        );
      }
    }
    say(
      "\nWhat these data cannot show: they hold Sync and share events only, no swaps and no transfers of the token. So who sold, round trips, what holders did,",
    );
    say(
      "inflow to exchanges and new supply are not judged, a day's price is that of the reserves, and healthy pools without share events show no removal.",
    );
    say(
      "Trapdoors are traps in the token's code, which is not here. The published .9936 accuracy, .954 recall and .984 precision used token transfers and a trained model.",
    );
  },
};
