import type { PostSeries } from "@token-sentiment/contract";
import type { AccountFacts } from "./coordination/account-facts.ts";
import type { SharedText } from "./coordination/clusters.ts";
import type { Copies } from "./coordination/copies.ts";
import type { Lures } from "./coordination/lures.ts";
import type { Moods } from "./mood/mood-of-sides.ts";
import type { Unread } from "./mood/unread.ts";
import type { Platform } from "./post.ts";
import type { Promotion } from "./talk/scam-text.ts";

interface CrossBurst {
  minutes: number;
  platforms: [Platform, Platform];
  found: number;
  expected: number;
  authors: number;
  copiedShare: number;
}

/** Everything measured over a sample. Plain data. */
export interface Assessment extends AccountFacts {
  posts: number;
  found: number;
  originals: number;
  authors: number;
  authorRatio: number;
  rarefiedRatio: number;
  /** Texts that two accounts or more wrote. */
  clusters: number;
  /** Posts in the largest cluster of copies within 60 minutes. */
  largestCluster: number;
  /** The strongest of the texts that were copied together. */
  copies: Copies | undefined;
  /** Where all that were copied together lead. */
  lures: Lures;
  /** The text that most accounts share with one link, when at least five do: whether they act together is not judged. */
  shared: SharedText | undefined;
  /** The most accounts that fell on one thing within a minute, when at least ten did. */
  swarm: number | undefined;
  /**
   * Accounts that did at least two of the same things within a minute of each other, and all that they wrote; `truncated`: a limit left
   * some out; `unfinished`: there was no time to look.
   */
  coAction: { accounts: number; posts: number; truncated: boolean; unfinished: boolean };
  coordinated: { accounts: number; posts: number; share: number; shareAtLeast: number };
  promotion: Promotion;
  /** 0..1: the share of posts that is no separate person's own word, U100 and the certain part of the coordinated taken together. */
  staged: number;
  /** Of posts on two platforms, a conversation counted once; the numbers are those of the larger. */
  burst: CrossBurst | undefined;
  mood: Moods;
  /** Posts in alphabets that are not read for mood. */
  unread: Unread;
  /** 0..100. */
  chatter: number;
  /** For a picture; no rule reads it. */
  series: PostSeries | undefined;
}
