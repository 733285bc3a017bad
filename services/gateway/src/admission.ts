import type { ConsumerLoad } from "@token-sentiment/bus";
import { ApiError } from "./errors.ts";

/** How many analyses may run, and how to see how many do. */
export interface AdmissionOptions {
  capacity: number;
  /** Gateways that share the capacity: each takes its part of what a look finds free. */
  replicas: number;
  load: () => Promise<ConsumerLoad>;
  /** Milliseconds of any steady clock. */
  now?: () => number;
}

/** The cap on running analyses. */
export interface Admission {
  /**
   * Runs `publish` in a free slot. The estimate is local: only when it says full, or is old, the broker is looked at once.
   * @throws ApiError `too_many_concurrent` when that look finds none free, `unavailable` when nobody works the queue.
   */
  run<T>(publish: () => Promise<T>): Promise<T>;
}

/** A look older than this is not trusted: another gateway may have used the slots, or the workers may be gone. */
const LOOK_VALID_MS = 500;

/** Admits at most `capacity` analyses at once: exactly so with one gateway, at most so with several. */
export function createAdmission({ capacity, replicas, load, now = () => performance.now() }: AdmissionOptions): Admission {
  const publishing = new Set<Promise<unknown>>();
  let free = 0;
  let lookedAt = -Infinity;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    // Nothing is admitted during a look, so once these are done the broker counts every one of them.
    free = 0;
    await Promise.allSettled(publishing);
    const { outstanding, waiting } = await load();
    if (waiting === 0)
      throw new ApiError("unavailable", { detail: "no worker takes analyses at the moment, please retry in a few seconds" });
    free = Math.floor(Math.max(0, capacity - outstanding) / replicas);
    lookedAt = now();
  }

  return {
    async run(publish) {
      if (free === 0 || now() - lookedAt > LOOK_VALID_MS) {
        looking ??= look().finally(() => (looking = undefined));
        await looking;
        if (free === 0) throw new ApiError("too_many_concurrent");
      }
      // No await from here to `add`: a look must see every slot that was taken.
      free--;
      const published = publish();
      publishing.add(published);
      try {
        return await published;
      } finally {
        publishing.delete(published);
      }
    },
  };
}
