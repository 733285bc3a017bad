import type { Post } from "../post.ts";
import { pagesOf } from "./canonical-url.ts";
import { skeleton } from "./skeleton.ts";

/** What everybody who judges a post's text begins with, made once: it is what takes the time. */
export interface ReadText {
  /** What the text looks like. */
  plain: string;
  /** Where it leads to. */
  pages: readonly string[];
}

/** The texts of posts, in their order. */
export const readTexts = (posts: readonly Post[]): ReadText[] =>
  posts.map(({ text, urls }) => ({ plain: skeleton(text), pages: pagesOf(text, urls) }));
