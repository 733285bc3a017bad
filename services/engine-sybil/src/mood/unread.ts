import type { Post } from "../post.ts";
import type { ReadText } from "../text/read-texts.ts";
import { readMood } from "./read-mood.ts";

/** Posts that were looked at, and those in an alphabet that the lexicon has no words of. Plain data. */
export interface Unread {
  looked: number;
  found: number;
}

const LOOKED_MAX = 300;
const LETTERS = /\p{L}/gu;
const LATIN = /\p{Script=Latin}/gu;
const FEW_LETTERS = 8;

/** Of at most 300 originals, evenly taken, those mostly in other letters than Latin in which not one word is known: a disguise is read by its skeleton. */
export function unreadAmong(posts: readonly Post[], texts: readonly ReadText[]): Unread {
  const originals = posts.flatMap(({ repostOf }, index) => (repostOf === undefined ? index : []));
  const step = Math.max(1, originals.length / LOOKED_MAX);
  const looked = Array.from({ length: Math.min(LOOKED_MAX, originals.length) }, (_, index) => originals[Math.floor(index * step)] ?? 0);
  return { looked: looked.length, found: looked.filter((index) => isUnread(posts[index]?.text ?? "", texts[index]?.plain ?? "")).length };
}

function isUnread(text: string, plain: string): boolean {
  const letters = text.match(LETTERS)?.length ?? 0;
  if (letters < FEW_LETTERS || (text.match(LATIN)?.length ?? 0) > letters / 2) return false;
  return readMood(plain).hits === 0;
}
