import type { Post } from "../post.ts";
import { isInvitation } from "../talk/links.ts";
import type { ReadText } from "../text/read-texts.ts";
import type { Act } from "./windows.ts";

/** Where coordinated copies lead. Plain data. */
export interface Lures {
  /** Copies that invite to a private group. */
  invitations: number;
  /** Copies that name a contract which is not the one asked about. */
  otherContracts: number;
}

const CONTRACT = /\b0x[0-9a-fA-F]{40}\b|\b[1-9A-HJ-NP-Za-km-z]{32,44}\b/g;
/** Base58 without a digit or in one case is a long word. */
const isContract = (found: string): boolean => found.startsWith("0x") || (/\d/.test(found) && /[a-z]/.test(found) && /[A-Z]/.test(found));

/** What is read of: posts, their texts, and the contract asked about where there is one. */
export interface Lured {
  posts: readonly Post[];
  texts: readonly ReadText[];
  contract: string | undefined;
}

/** Counts the copies of texts that accounts copied together; without a contract asked about no other one is "another". */
export function luresOf(copies: readonly Act[], { posts, texts, contract }: Lured): Lures {
  const own = contract?.toLowerCase();
  const namesAnother = (text: string): boolean =>
    own !== undefined && (text.match(CONTRACT) ?? []).some((found) => isContract(found) && found.toLowerCase() !== own);
  return {
    invitations: copies.filter(({ post }) => texts[post]?.pages.some(isInvitation) === true).length,
    otherContracts: copies.filter(({ post }) => namesAnother(posts[post]?.text ?? "")).length,
  };
}
