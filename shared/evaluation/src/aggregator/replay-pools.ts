import { join } from "node:path";
import { csvRows } from "../csv.ts";
import { cutsOf } from "../onchain/cuts.ts";
import { judgePool } from "../onchain/judge-pool.ts";
import { readHistory } from "../onchain/pool-history.ts";
import { serveHistories } from "../onchain/serve-histories.ts";
import { timeOfBlock } from "../onchain/stub-node.ts";
import type { CaseOutcome } from "./recorded-case.ts";
import { replayed, type Replay } from "./replay.ts";

/** The labels' rule asks for so many blocks without an event. */
const INACTIVE_BLOCKS = 160_000;

const of = { dataset: "uniswap_v2_raw_pool_events", engine: "onchain", licence: undefined } as const;

/** Traps in a token's code are not in its pool's events: left out. */
const outcomes: Partial<Record<string, CaseOutcome>> = {
  rug_type1_liquidity_drain: "real_crash",
  rug_type2_price_dump: "real_crash",
  healthy: "none",
  survivor_in_window: "none",
};

/** The on-chain engine on a pool's events, asked over JSON-RPC: at three quarters of its life, and right after what happened or at its end. */
export const poolReplay: Replay = {
  ...of,
  async *cases(folder) {
    await using histories = await serveHistories();
    for await (const row of csvRows(join(folder, "labels.csv"), ["pool", "label"])) {
      const outcome = outcomes[row["label"] ?? ""];
      const history = outcome && readHistory(folder, row);
      if (!outcome || !history || typeof history === "string") continue;
      const { before, after } = cutsOf(history);
      for (const [when, head] of [["at 75 %", before.at(-1) ?? after] as const, ["after", after] as const]) {
        const detected_at = timeOfBlock(head) * 1000;
        const analysis = await judgePool(histories.upTo(history, head), history.token, detected_at);
        if (!analysis) continue;
        yield replayed(
          of,
          {
            name: `${history.pool} ${when}`,
            coin_symbol: "POOL",
            contract_address: history.token,
            detected_at,
            outcome,
            outcome_known_at: timeOfBlock(history.last + INACTIVE_BLOCKS) * 1000,
            outcome_by: `the dataset's label: ${row["label"]}`,
          },
          analysis,
        );
      }
    }
  },
};
