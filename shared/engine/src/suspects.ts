import type { Bucket } from "@token-sentiment/bus";
import { cacheKey } from "@token-sentiment/contract";
import type { Log } from "@token-sentiment/runtime";
import { z } from "zod";

const Runs = z.object({ runs: z.int().nonnegative() });

/** Tells the request that kills its process from those that only died with it: how often each began to run alone. */
export interface Suspects {
  /** The runs alone before this one, and counts this one. Undefined when the bucket cannot tell. */
  runsBefore(job: string): Promise<number | undefined>;
}

/** Kept under the engine's keys of bucket `cache`, the one it may write at will. */
export function createSuspects(engine: string, bucket: Bucket, log: Log): Suspects {
  return {
    async runsBefore(job) {
      const key = cacheKey(engine, `runs.${job}`);
      try {
        const entry = await bucket.get(key);
        const runs = Runs.safeParse(entry?.value).data?.runs ?? 0;
        await bucket.put(key, { runs: runs + 1 });
        return runs;
      } catch (err) {
        log.warn({ err, job_id: job }, "cannot tell how often a request ran");
        return undefined;
      }
    },
  };
}
