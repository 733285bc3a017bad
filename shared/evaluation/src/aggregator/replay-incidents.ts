import { type Incident, readIncidents } from "../market/incidents.ts";
import type { CaseOutcome } from "./recorded-case.ts";
import { replayed, type Replay } from "./replay.ts";

const DAY_MS = 86_400_000;
/** The rule looks at the price up to 13 days after a crash, and at most four after the top of a rise. */
const KNOWN_MS = 14 * DAY_MS;

const of = { dataset: "price_incidents", engine: "market", licence: undefined } as const;

/** A rise that stayed is none of the three; what the rule calls ambiguous, or a crash after a run-up, is left out. */
const outcomeOf = ({ outcome }: Incident): CaseOutcome | undefined =>
  outcome === "sustained_rise" ? "none" : outcome === "ambiguous" || outcome === "after_pump_dump" ? undefined : outcome;

/** The market engine on hourly closes, at the hour at which the movement was detected. */
export const incidentReplay: Replay = {
  ...of,
  async *cases(folder) {
    for (const incident of await readIncidents(folder)) {
      const outcome = outcomeOf(incident);
      if (outcome === undefined) continue;
      const { id, symbol, detectedAt, evidence } = incident;
      yield replayed(
        of,
        {
          name: `${id} ${symbol}`,
          coin_symbol: symbol,
          detected_at: detectedAt,
          outcome,
          outcome_known_at: detectedAt + KNOWN_MS,
          outcome_by: "the dataset's rule over the closes that followed",
        },
        evidence,
      );
    }
  },
};
