/** Lets an endpoint that fails stand behind the others for a while. */
export interface Rest {
  resting(): boolean;
  failed(): void;
  answered(): void;
}

const FIRST_MS = 10_000;
const LONGEST_MS = 30_000;

/** Ten seconds after a first failure, as long as an attempt, twice that after a second, at most thirty; over with the first answer. `now` is in ms. */
export function createRest(now: () => number): Rest {
  let failures = 0;
  let until = -Infinity;
  return {
    resting: () => now() < until,
    failed() {
      until = now() + Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
      failures += 1;
    },
    answered() {
      failures = 0;
      until = -Infinity;
    },
  };
}
