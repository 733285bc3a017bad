import type { Platform, Post } from "../post.ts";
import type { QueryTerms } from "./query-terms.ts";

/** What is asked of a source. */
export interface Question {
  terms: QueryTerms;
  /** Posts older than this are not wanted, epoch ms. */
  since: number;
  /** The moment of asking, epoch ms. */
  until: number;
  signal: AbortSignal;
}

/** What a source gave. */
export interface Harvest {
  posts: Post[];
  /** From when on they are complete, epoch ms: later than asked when there were more than are read. */
  since: number;
  /** Why reading stopped after the first page, when a later one could not be read. */
  failure?: string;
}

/** One place where people write. */
export interface Source {
  platform: Platform;
  /**
   * Answers "not asked" when the token has no name that can be looked for here, "no place" when this is no place where it is spoken of.
   * @throws UnavailableError when not even the first page could be read.
   */
  read(question: Question): Promise<Harvest | "not asked" | "no place">;
}
