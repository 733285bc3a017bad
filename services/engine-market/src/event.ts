import type { Facts } from "./facts.ts";

/** Volume below this is no event, however much it multiplied: 1,000 USD, and a twentieth of what the pool holds. */
export const volumeFloor = ({ pool }: Facts): number => Math.max(1000, 0.05 * ((typeof pool === "object" ? pool.liquidityUsd : 0) ?? 0));

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Times the usual volume; undefined when there is nothing to compare with. */
export const volumeRatio = ({ volume }: Facts): number | undefined =>
  volume?.usualUsd === undefined || volume.usualUsd <= 0 ? undefined : volume.dayUsd / volume.usualUsd;

/**
 * The strength of the strongest event of the last 24 h, 0..1, so that 0.3 is where one begins: a fall of 20 %, a rise of 50 %, three
 * times the usual volume. Undefined when nothing was traded.
 */
export function eventOf(facts: Facts): number | undefined {
  const { movement, volume } = facts;
  if (!movement) return undefined;
  const ratio = volumeRatio(facts) ?? 1;
  const loud = (volume?.dayUsd ?? 0) >= volumeFloor(facts) ? (0.3 * Math.log(Math.max(1, ratio))) / Math.log(3) : 0;
  return clamp(Math.max(1.5 * movement.fall, 0.6 * movement.rise, loud));
}
