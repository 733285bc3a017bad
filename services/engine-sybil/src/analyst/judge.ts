import { assess, type Assessment } from "../assess.ts";
import type { Sample } from "../sample.ts";
import { type Talk, talkOf } from "../talk/talk-of.ts";

/** All that is read from the posts themselves. Plain data. */
export interface Judged {
  assessment: Assessment;
  talk: Omit<Talk, "usual">;
}

/** Reads a sample's posts: a pure function. Twenty thousand hostile ones take seconds: it belongs on a thread of its own. */
export function judge(sample: Sample): Judged {
  const { links, bait } = talkOf(sample.posts, undefined);
  return { assessment: assess(sample), talk: { links, bait } };
}
