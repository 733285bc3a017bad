import type { Assessment } from "./assessment.ts";
import type { Platform } from "./post.ts";
import type { Gathered } from "./sources/gather.ts";
import type { Talk } from "./talk/talk-of.ts";

/** What the sybil engine knows of one token; the rules read nothing else. */
export interface Facts {
  assessment: Assessment;
  talk: Talk;
  /** Platforms with at least one post. */
  speaking: Platform[];
  /** Platforms that answered. */
  answered: Platform[];
  cut: Gathered["cut"];
  failed: Gathered["failed"];
  notAsked: Gathered["notAsked"];
  /** Platforms that no address is configured for. */
  off: Platform[];
}

const clamp = (x: number): number => Math.min(1, Math.max(0, x));

/** 0..1, 5 % of posts by coordinated accounts to 40 %; of the share that is certain (Wilson, 95 %). */
export const coordinationOf = ({ assessment }: Pick<Facts, "assessment">): number =>
  clamp((assessment.coordinated.shareAtLeast - 0.05) / 0.35);

/** A smaller burst is one lively conversation. */
const EVENT = { posts: 10, authors: 5 };

/** 0..1: is anything happening? Coordination, or bursts on two platforms: 0.3 at 8 times the usual, on calm days rarely reached. */
export function eventOf(facts: Pick<Facts, "assessment">): number {
  const { burst } = facts.assessment;
  const talk = burst && burst.found >= EVENT.posts && burst.authors >= EVENT.authors;
  return Math.max(coordinationOf(facts), talk ? clamp(Math.log2(burst.found / Math.max(1, burst.expected)) / 5 - 0.3) : 0);
}

/** 0..1: how far a mood lies on the side of fear, or of hype. */
export const fearOf = (lean: number): number => clamp(-lean / 0.4);
export const hypeOf = (lean: number): number => clamp(lean / 0.4);

/** From here on a mood leans. */
export const LEANING = 0.15;

/** Authors that must have been read before a crowd has a mood. */
export const ENOUGH_AUTHORS = 20;

/** Mood of those who are not coordinated; 0 when too few could be read. */
export const crowdLean = ({ assessment: { mood } }: Facts): number => (mood.crowd.read >= ENOUGH_AUTHORS ? mood.crowd.lean : 0);

/** What the loudest feel: the coordinated when there are any, else the crowd. */
export const loudLean = (facts: Facts): number =>
  facts.assessment.coordinated.accounts > 0 ? facts.assessment.mood.coordinated.lean : crowdLean(facts);
