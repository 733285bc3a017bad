import { type Collected, UnavailableError } from "@token-sentiment/engine";
import type { QueryTerms } from "../sources/query-terms.ts";
import { inTime } from "../sources/in-time.ts";
import { type Usual, usualOf } from "./usual.ts";

/** A token's talk on Bluesky against its own past, by its symbol where it has one. Undefined when nobody counts, or it could not be read: the source says why. */
export async function readUsual(
  collected: Collected | undefined,
  { collected: terms }: QueryTerms,
  { until, signal }: { until: number; signal: AbortSignal },
): Promise<Usual | { days: number } | undefined> {
  const term = terms.find(({ kind }) => kind === "symbol") ?? terms[0];
  if (!collected || !term) return undefined;
  try {
    const [hours, whole] = await inTime(Promise.all([collected.hours("bluesky", term), collected.wholeHours("bluesky")]), {
      source: "bluesky",
      signal,
    });
    return usualOf({ hours, whole }, until);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return undefined;
  }
}
