import { assess, type Facts, observeSybil, talkOf } from "@token-sentiment/engine-sybil";
import { AFTER_MS, telegramWindows } from "../sybil/telegram-windows.ts";
import { replayed, type Replay } from "./replay.ts";

/** The data set's quiet windows are far enough from any pump, before and after. */
const QUIET_MS = 6 * 3_600_000;

const of = { dataset: "telegram_pump_channels", engine: "sybil", licence: undefined } as const;

/** The sybil engine on 45 minutes of Telegram around announced pumps, and on as many when none was: at the end of each window. */
export const windowReplay: Replay = {
  ...of,
  // oxlint-disable-next-line typescript/require-await -- a replay is an asynchronous generator
  async *cases(folder) {
    const seen = new Set<string>();
    for (const { kind, coin, sample } of telegramWindows(folder)) {
      const { until } = sample;
      const name = `${kind} ${coin} ${until - AFTER_MS}`;
      // the file tells some quiet windows twice
      if (seen.has(name)) continue;
      seen.add(name);
      const sources = { speaking: ["telegram" as const], answered: ["telegram" as const], cut: [], failed: [], notAsked: [], off: [] };
      const facts: Facts = { assessment: assess(sample), talk: talkOf(sample.posts, undefined), ...sources };
      yield replayed(
        of,
        {
          name,
          // a quiet window is about no coin
          coin_symbol: coin || "QUIET",
          detected_at: until,
          outcome: kind === "pump" ? "whale_manipulation" : "none",
          outcome_known_at: kind === "pump" ? until : until + QUIET_MS,
          outcome_by: "the dataset: channels called a pump of the coin, or none within six hours",
        },
        observeSybil(facts, until),
      );
    }
  },
};
