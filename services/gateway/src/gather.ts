import { setTimeout as delay } from "node:timers/promises";

/** Waits until `ms` after the first who came since the last end: what then follows for all happens in one turn, and is sent in one write. */
export function createGathering(ms: number): () => Promise<void> {
  let gathering: Promise<void> | undefined;
  return () => (gathering ??= delay(ms).then(() => void (gathering = undefined)));
}
