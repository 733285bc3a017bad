import { type Facts, knownOf } from "./facts.ts";
import { takenOut } from "./look.ts";

/** Volume below this is no event, however much it multiplied: 1,000 USD, and a twentieth of what the pool holds. */
const volumeFloor = ({ pool }: Facts): number => Math.max(1000, 0.05 * ((typeof pool === "object" ? pool.liquidityUsd : 0) ?? 0));

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Times the usual volume; undefined when there is nothing to compare with. */
export const volumeRatio = ({ volume }: Facts): number | undefined =>
  volume?.usualUsd === undefined || volume.usualUsd <= 0 ? undefined : volume.dayUsd / volume.usualUsd;

/** A mean of days that hardly differ would make a deviation of every trade: a tenth of the mean counts at least. */
const DEVIATION_MIN = 0.1;

/** Standard deviations between the volume of the day and that of the token's own days before; undefined when too few of them are known. */
export function volumeScore({ volume }: Facts): number | undefined {
  if (volume?.usualUsd === undefined || volume.deviationUsd === undefined || volume.usualUsd <= 0) return undefined;
  return (volume.dayUsd - volume.usualUsd) / Math.max(volume.deviationUsd, DEVIATION_MIN * volume.usualUsd);
}

/** From here on a day is not one of the token's own ups and downs. */
const SCORE = 2;

/** Times the usual volume, where that is unusual for this token and enough to matter; at most 1 where not. Undefined when there is nothing to compare with. */
export function unusualVolume(facts: Facts): number | undefined {
  const ratio = volumeRatio(facts);
  if (ratio === undefined) return undefined;
  const isNoise = (facts.volume?.dayUsd ?? 0) < volumeFloor(facts) || (volumeScore(facts) ?? Infinity) < SCORE;
  return isNoise ? Math.min(1, ratio) : ratio;
}

/** A pool that holds less prices nothing: one trade moves it. */
const DEEP_USD = 10_000;

/** How far a stable coin is below its dollar, 0..1; undefined when it is none, or no pool that holds enough tells its price. */
export function depegOf({ stable, pool }: Facts): number | undefined {
  const { priceUsd, liquidityUsd = 0 } = typeof pool === "object" ? pool : {};
  return stable === undefined || priceUsd === undefined || liquidityUsd < DEEP_USD ? undefined : clamp(1 - priceUsd);
}

/** A rush to buy is an event by itself. */
const RUSH = 0.6;

/**
 * The strength of the strongest event, 0..1, so that 0.3 is where one begins. Of the last 24 h: a fall of 20 %, a rise of 50 %, three times
 * the usual volume, a rush to buy. Besides: half of the week's high lost, a fifth of the liquidity taken out, a stable coin 2 % below its
 * dollar. Undefined when nothing was traded and none of the others can be told.
 */
export function eventOf(facts: Facts): number | undefined {
  const { movement, week, looks } = facts;
  const depeg = depegOf(facts);
  const drained = looks?.before && takenOut(looks.before, looks.now);
  if (!movement && !depeg && !drained) return undefined;
  const loud = (0.3 * Math.log(Math.max(1, unusualVolume(facts) ?? 1))) / Math.log(3);
  return clamp(
    Math.max(
      1.5 * (movement?.fall ?? 0),
      0.6 * (movement?.rise ?? 0),
      loud,
      0.6 * (week?.drawdown ?? 0),
      knownOf(facts.pump)?.start ? RUSH : 0,
      1.5 * (drained ?? 0),
      15 * (depeg ?? 0),
    ),
  );
}
