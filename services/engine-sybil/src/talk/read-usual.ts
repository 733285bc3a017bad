import type { PostTerm } from "@token-sentiment/contract";
import { type Collected, UnavailableError } from "@token-sentiment/engine";
import { inTime } from "../sources/in-time.ts";
import type { QueryTerms } from "../sources/query-terms.ts";
import { type Usual, usualOf } from "./usual.ts";

/** Posts a day that name a contract, from which on its talk is known by them alone. */
const ENOUGH = 20;

/**
 * A token's talk on Bluesky against its own past: by its contract where people name it, else by its symbol, which other tokens may share. Undefined
 * when nobody counts, or it could not be read: the source says why.
 */
export async function readUsual(
  collected: Collected | undefined,
  { collected: terms }: QueryTerms,
  { until, signal }: { until: number; signal: AbortSignal },
): Promise<Usual | { days: number } | undefined> {
  if (!collected || terms.length === 0) return undefined;
  const within = { source: "bluesky", signal };
  const read = async (whole: Promise<Awaited<ReturnType<Collected["hours"]>>>, term: PostTerm) =>
    usualOf({ by: term.kind, hours: await inTime(collected.hours("bluesky", term), within), whole: await inTime(whole, within) }, until);
  try {
    const whole = collected.wholeHours("bluesky");
    const all = await Promise.all(terms.map((term) => read(whole, term)));
    const own = all.find((one) => "by" in one && one.by === "contract" && Math.max(one.posts, one.usualPosts) >= ENOUGH);
    return own ?? all.find((one) => "by" in one && one.by === "symbol") ?? all[0];
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return undefined;
  }
}
