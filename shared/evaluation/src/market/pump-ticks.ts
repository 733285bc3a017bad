import { CHUNK_MS, type PumpStart, pumpStarts } from "@token-sentiment/engine-market";
import type { EvaluationInput } from "../evaluation.ts";
import { figure, scores, share } from "../score.ts";
import { hasSpike, type PumpEvent, pumpEvents } from "./pump-event.ts";

const DAY_MS = 86_400_000;
const NEAR_MS = 120_000;

/** What the detector did with one event. */
interface Outcome {
  /** An alarm in the very chunk of the announcement; the alarms in others. */
  hit: boolean;
  others: number;
  /** An alarm within 120 s of the announcement; the alarms farther off. */
  detected: boolean;
  falseAlarms: number;
  days: number;
  /** Of the first alarm near it, from the announcement to the end of its chunk. */
  delayMs: number | undefined;
}

function outcomeOf({ announcedAt, trades }: PumpEvent, starts: readonly PumpStart[]): Outcome {
  const chunkOf = (at: number): number => Math.floor(at / CHUNK_MS);
  const alarms = starts.map(({ detectedAt }) => detectedAt - CHUNK_MS);
  const hits = alarms.filter((at) => chunkOf(at) === chunkOf(announcedAt));
  const near = alarms.filter((at) => Math.abs(at - announcedAt) <= NEAR_MS);
  return {
    hit: hits.length > 0,
    others: alarms.length - hits.length,
    detected: near.length > 0,
    falseAlarms: alarms.length - near.length,
    days: ((trades.at(-1)?.at ?? 0) - (trades[0]?.at ?? 0)) / DAY_MS,
    delayMs: near[0] === undefined ? undefined : near[0] + CHUNK_MS - announcedAt,
  };
}

/** Runs `pumpStarts` over every event of pump_ticks_binance. */
export async function evaluatePumpTicks(folder: string, { say, progress }: EvaluationInput): Promise<void> {
  const outcomes: Outcome[] = [];
  let noise = 0;
  const missed: string[] = [];
  for await (const event of pumpEvents(folder)) {
    if (!hasSpike(event)) {
      noise++;
      progress(`${event.name}: no spike at the announcement, dropped`);
      continue;
    }
    const outcome = outcomeOf(event, [...pumpStarts(event.trades)]);
    outcomes.push(outcome);
    if (!outcome.hit) missed.push(`${event.name}${outcome.detected ? " (another chunk within 120 s)" : ""}`);
  }
  const count = (test: (outcome: Outcome) => boolean): number => outcomes.filter(test).length;
  const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((total, one) => total + of(one), 0);
  const truePositives = count(({ hit }) => hit);
  const { precision, recall, f1 } = scores({
    truePositives,
    falsePositives: sum(({ others }) => others),
    falseNegatives: outcomes.length - truePositives,
  });
  const delays = outcomes.flatMap(({ delayMs }) => delayMs ?? []).toSorted((a, b) => a - b);
  const days = sum((one) => one.days);
  say(
    `## pump_ticks_binance: ${outcomes.length} events (${noise} without a spike of 6 % dropped), ${days.toFixed(0)} event-days, 25 s chunks`,
  );
  say(`positive: the chunk of the announced minute; every other chunk is negative; the shipped thresholds, nothing fitted by this run`);
  say(`precision ${figure(precision)}  recall ${figure(recall)}  F1 ${figure(f1)}   (to beat .795 .646 .713)`);
  say(
    `detected within 120 s ${share(
      count(({ detected }) => detected),
      outcomes.length,
    )}   (to beat 36/48)`,
  );
  say(`false alarms per event-day ${figure(sum((one) => one.falseAlarms) / days)}   (to beat .030)`);
  say(
    `median time from the announcement to the alarm ${delays.length === 0 ? "-" : ((delays[delays.length >> 1] ?? 0) / 1000).toFixed(0)} s`,
  );
  for (const name of missed) say(`missed: ${name}`);
}
