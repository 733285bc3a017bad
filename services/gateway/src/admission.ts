import { setTimeout as delay } from "node:timers/promises";
import type { ConsumerLoad } from "@token-sentiment/bus";
import { ApiError } from "./errors.ts";
import { lookUntilWorked } from "./look-until-worked.ts";

/** How many analyses may run, and how to see how many do. */
export interface AdmissionOptions {
  capacity: number;
  /** Gateways that share the capacity: each takes its part of what a look finds free. */
  replicas: number;
  load: () => Promise<ConsumerLoad>;
  /** Milliseconds of any steady clock. */
  now?: () => number;
  wait?: (ms: number) => Promise<void>;
}

/** The cap on running analyses. */
export interface Admission {
  /**
   * Runs `publish` in a free slot. The estimate is local: only when it says full, or is old, the broker is looked at once.
   * A slot that `took` says was not taken after all is the next one's.
   * @throws ApiError `too_many_concurrent` when that look finds none free, `unavailable` when nobody works the queue.
   */
  run<T>(publish: () => Promise<T>, took?: (result: T) => boolean): Promise<T>;
  /** Throws as `run` does when there is no free slot; takes none. */
  check(): Promise<void>;
}

/** A look older than this is not trusted: the workers may be gone. */
const LOOK_VALID_MS = 500;
/**
 * Among siblings a share is short-lived, and a gateway looks again only after twice that: then nobody holds a share from before the
 * look, so that outstanding and shares together never exceed the capacity.
 */
const SHARE_VALID_MS = 50;
/** Between a job's final row, which its client has seen, and the broker's count there is a moment: full is only what a second look finds so. */
const FULL_LOOK_MS = 10;

/** Admits at most `capacity` analyses at once: exactly so with one gateway, at most so with several. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { capacity, replicas, load, now = () => performance.now(), wait = (ms: number) => delay(ms) } = options;
  const validMs = replicas > 1 ? SHARE_VALID_MS : LOOK_VALID_MS;
  const publishing = new Set<Promise<unknown>>();
  let free = 0;
  let lookedAt = -Infinity;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    // Nothing is admitted during a look, so once these are done the broker counts every one of them.
    free = 0;
    await Promise.allSettled(publishing);
    const early = replicas > 1 ? lookedAt + 2 * SHARE_VALID_MS - now() : 0;
    if (early > 0) await wait(early);
    let seen = await lookUntilWorked(load, wait);
    if (seen.waiting > 0 && seen.outstanding >= capacity) {
      await wait(FULL_LOOK_MS);
      seen = await lookUntilWorked(load, wait);
    }
    const { outstanding, waiting } = seen;
    if (waiting === 0)
      throw new ApiError("unavailable", { detail: "no worker takes analyses at the moment, please retry in a few seconds" });
    free = Math.floor(Math.max(0, capacity - outstanding) / replicas);
    lookedAt = now();
  }

  const admission: Admission = {
    check: () =>
      admission.run(
        async () => undefined,
        () => false,
      ),
    async run(publish, took = () => true) {
      if (free === 0 || now() - lookedAt > validMs) {
        looking ??= look().finally(() => (looking = undefined));
        await looking;
        if (free === 0) throw new ApiError("too_many_concurrent");
      }
      // No await from here to `add`: a look must see every slot that was taken.
      free--;
      const counted = lookedAt;
      const published = publish();
      publishing.add(published);
      // Of another look the slot is not, and during a look nobody may be let in.
      const giveBack = (): void => {
        if (counted === lookedAt && !looking) free++;
      };
      try {
        const result = await published;
        if (!took(result)) giveBack();
        return result;
      } catch (error) {
        // Refused, so nothing was published.
        if (error instanceof ApiError) giveBack();
        throw error;
      } finally {
        publishing.delete(published);
      }
    },
  };
  return admission;
}
