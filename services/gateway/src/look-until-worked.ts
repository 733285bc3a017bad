import { setTimeout as delay } from "node:timers/promises";
import type { ConsumerLoad } from "@token-sentiment/bus";

/** Between two pulls of a worker there is a moment without one, on a busy machine a long one: nobody is there only when all looks say so. */
const LOOKS = 10;
const EVERY_MS = 50;

/** The load of a queue, looked at until somebody works it or for half a second. */
export async function lookUntilWorked(
  load: () => Promise<ConsumerLoad>,
  wait: (ms: number) => Promise<unknown> = delay,
): Promise<ConsumerLoad> {
  let seen = await load();
  for (let looks = 1; seen.waiting === 0 && looks < LOOKS; looks++) {
    await wait(EVERY_MS);
    seen = await load();
  }
  return seen;
}
