import { rule } from "@token-sentiment/engine";
import { unusualVolume, volumeRatio, volumeScore } from "./event.ts";
import type { Facts } from "./facts.ts";
import { nats, silent } from "./weights.ts";
import { round, usd } from "./wording.ts";

const options = {
  label: "MARKET",
  source: "candles",
  values: (facts: Facts) => {
    const { dayUsd = 0, usualUsd, deviationUsd, days = 0 } = facts.volume ?? {};
    const score = volumeScore(facts);
    return {
      day_usd: Math.round(dayUsd),
      ...(usualUsd !== undefined && { usual_usd: Math.round(usualUsd) }),
      ...(deviationUsd !== undefined && { deviation_usd: Math.round(deviationUsd) }),
      ...(score !== undefined && { z: round(score) }),
      days: round(days),
      from: facts.candlesFrom,
    };
  },
} as const;

const text = (facts: Facts): string => {
  const score = volumeScore(facts);
  const z = score === undefined ? "" : ` (z ${score.toFixed(1)})`;
  return `24 h volume ${usd(facts.volume?.dayUsd ?? 0)}, ${(volumeRatio(facts) ?? 0).toFixed(1)} times the mean of the ${(facts.volume?.days ?? 0).toFixed(1)} days before${z}`;
};
/** Nobody traded: nothing to compare. */
const isDead = ({ movement, volume: traded }: Facts): boolean => movement === undefined && traded !== undefined && traded.dayUsd === 0;
const times = (facts: Facts, from: number, below: number): boolean => {
  const ratio = unusualVolume(facts) ?? NaN;
  return ratio >= from && ratio < below;
};

/** The volume of the day against the token's own days before. */
export const volumeRules = [
  rule<Facts>("abnormal_volume", { ...options, severity: 1 }, (facts) => times(facts, 10, Infinity), text, nats(0.2, -0.1, 0.3)),
  rule<Facts>("abnormal_volume", { ...options, severity: 1 }, (facts) => times(facts, 3, 10), text, nats(0.1, 0, 0.2)),
  rule<Facts>("abnormal_volume", { ...options, status: "clear" }, (facts) => !isDead(facts) && times(facts, 0, 3), text, silent),
  rule<Facts>(
    "abnormal_volume",
    { ...options, status: "unknown" },
    isDead,
    () => "nothing was traded in the last 24 hours: whether the volume is unusual is unknown",
    silent,
  ),
  rule<Facts>(
    "abnormal_volume",
    { ...options, status: "unknown" },
    (facts) => facts.movement !== undefined && volumeRatio(facts) === undefined,
    (facts) => `24 h volume ${usd(facts.volume?.dayUsd ?? 0)}; what is usual is unknown: less than a day of earlier trades`,
    silent,
  ),
];
