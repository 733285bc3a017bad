import { isDeepStrictEqual } from "node:util";

/** What one reader saw of one job, in order. */
export interface Observation {
  status: string;
  body: unknown;
}

const rank: Record<string, number> = { pending: 0, running: 1, completed: 2, failed: 2 };

/** The ways in which the observations of a job break the promises: a state going backward, a final body that changes, no end. */
export function violations(job: string, seen: readonly Observation[]): string[] {
  const found: string[] = [];
  let final: Observation | undefined;
  let before = -1;
  for (const one of seen) {
    const now = rank[one.status];
    if (now === undefined) found.push(`${job}: answered ${one.status}`);
    else if (now < before) found.push(`${job}: went backward to ${one.status}`);
    if (final && !isDeepStrictEqual(final.body, one.body)) found.push(`${job}: has two ends`);
    if (now === 2) final ??= one;
    before = Math.max(before, now ?? -1);
  }
  if (!final) found.push(`${job}: never ended`);
  return found;
}
