import { percent } from "./format.ts";
import type { Calibration } from "./resources.ts";

/** Fewer cases say little. */
const FEW = 20;

/** What earlier cases say of an answer whose likeliest scenario has the probability `share`. Pure. */
export function calibrationNote(calibration: Calibration | undefined, share: number): string {
  if (!calibration) return "Confidence is no frequency: how often it is right is not known here.";
  const { weights, held_out, reliability } = calibration;
  const by = weights === "expert" ? "Its weights were set by people, not fitted. " : "";
  const bin = reliability.find(({ from, to }) => share >= from && (share < to || to >= 1));
  const held = `Held against ${held_out.cases} recorded cases that nothing was fitted on: `;
  if (!bin || bin.cases === 0)
    return `${by}${held}none had a likeliest scenario as likely as this one, so how often that is right is not known.`;
  const few = bin.cases < FEW ? ", which are few" : "";
  return `${by}${held}where the likeliest scenario was given ${percent(bin.from, 0)} to ${percent(bin.to, 0)}, it came in ${percent(bin.came, 0)} of ${bin.cases}${few}.`;
}
