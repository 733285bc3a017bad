import type { Post } from "../post.ts";
import { type Bait, baitOf } from "./bait.ts";
import { type Links, linksOf } from "./links.ts";
import { type ReadText, readTexts } from "../text/read-texts.ts";
import type { Usual } from "./usual.ts";

/** What is said beside who says it. */
export interface Talk {
  /** Against the token's own past; undefined when nobody counts. */
  usual: Usual | { days: number } | undefined;
  links: Links;
  bait: Bait;
}

/** Reads a sample's talk: a pure function of its posts, whose texts may have been read before, and of what is known of the past. */
export const talkOf = (posts: readonly Post[], usual: Talk["usual"], texts: readonly ReadText[] = readTexts(posts)): Talk => ({
  usual,
  links: linksOf(posts, texts),
  bait: baitOf(posts, texts),
});
