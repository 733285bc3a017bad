import { assess, type AssessOptions } from "../assess.ts";
import type { Assessment } from "../assessment.ts";
import type { Sample } from "../sample.ts";
import { type Talk, talkOf } from "../talk/talk-of.ts";
import { readTexts } from "../text/read-texts.ts";

/** All that is read from the posts themselves. Plain data. */
export interface Judged {
  assessment: Assessment;
  talk: Omit<Talk, "usual">;
}

/** Reads a sample's posts: a pure function. Twenty thousand hostile ones take seconds: it belongs on a thread of its own. */
export function judge(sample: Sample, options: Omit<AssessOptions, "texts"> = {}): Judged {
  const texts = readTexts(sample.posts);
  const { links, bait } = talkOf(sample.posts, undefined, texts);
  return { assessment: assess(sample, { ...options, texts }), talk: { links, bait } };
}
