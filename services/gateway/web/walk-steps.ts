import type { Branch } from "@token-sentiment/client";
import type { Report } from "./report.ts";

/** One step from prior to posterior. */
export interface Step {
  text: string;
  label: string | undefined;
  from: number;
  to: number;
}

/** Lines that moved a probability by less are told together. */
const SMALL = 0.004;

/** How the probability of `branch` came about: each line that moved it, in the order of the fold; small ones in a row are one step. Pure. */
export function walkSteps({ prior, lines, posterior }: Pick<Report, "prior" | "lines" | "posterior">, branch: Branch): Step[] {
  const steps: Step[] = [];
  let from = prior[branch];
  let small: { from: number; count: number } | undefined;
  const tellSmall = (to: number): void => {
    if (small && Math.abs(to - small.from) >= SMALL / 2)
      steps.push({ text: `${small.count} smaller observation${small.count === 1 ? "" : "s"}`, label: undefined, from: small.from, to });
    small = undefined;
  };
  for (const { counted, posterior: after, text, label } of lines) {
    if (Object.values(counted).every((value) => value === 0)) continue;
    const to = after[branch];
    if (Math.abs(to - from) < SMALL) small = { from: small?.from ?? from, count: (small?.count ?? 0) + 1 };
    else {
      tellSmall(from);
      steps.push({ text, label, from, to });
    }
    from = to;
  }
  tellSmall(from);
  // What no line tells: the caps, the temperature.
  if (Math.abs(posterior[branch] - from) >= SMALL)
    steps.push({ text: "limits of the model", label: undefined, from, to: posterior[branch] });
  return steps;
}
