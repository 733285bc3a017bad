import { type Collected, UnavailableError } from "@token-sentiment/engine";
import type { QueryTerms } from "../sources/query-terms.ts";
import { type Usual, usualOf } from "./usual.ts";

/** A token's talk on Bluesky against its own past, by its symbol where it has one. Undefined when nobody counts, or it could not be read: the source says why. */
export async function readUsual(
  collected: Collected | undefined,
  { collected: terms }: QueryTerms,
  until: number,
): Promise<Usual | { days: number } | undefined> {
  const term = terms.find(({ kind }) => kind === "symbol") ?? terms[0];
  if (!collected || !term) return undefined;
  try {
    const [hours, whole] = await Promise.all([collected.hours("bluesky", term), collected.wholeHours("bluesky")]);
    return usualOf({ hours, whole }, until);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return undefined;
  }
}
