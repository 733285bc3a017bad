import { setImmediate } from "node:timers/promises";

let last: Promise<void> = Promise.resolve();

/** Leaves the event loop free, and comes back in a turn of its own: of all analyses of the process one goes on in each turn. */
export function turn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
