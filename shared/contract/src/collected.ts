import { z } from "zod";

/** A post as a collector stores it, once under each thing that it names. */
export const CollectedPost = z.object({
  /** Unique within its source. */
  id: z.string().min(1).max(300),
  /** Its author, unique within its source. */
  author: z.string().min(1).max(300),
  /** Plain text as it was sent: data, never markup, never to be shown. */
  text: z.string().max(3000),
  /** When its source passed it on, epoch ms: authors set the time of a post themselves. */
  at: z.int().nonnegative(),
  /** Links it carries besides those in its text. */
  urls: z.array(z.string().max(2000)).max(10).optional(),
  reply_to: z.string().max(300).optional(),
});
export type CollectedPost = z.infer<typeof CollectedPost>;

/** What was written in one hour under a term, or under all of them. */
export const TalkHour = z.object({
  /** When the hour begins, epoch ms. */
  hour: z.int().nonnegative(),
  posts: z.int().nonnegative(),
  /** Different authors in this hour. */
  authors: z.int().nonnegative(),
});
export type TalkHour = z.infer<typeof TalkHour>;

/** How far a collector has read its source: everything between the two is stored. */
export const TalkProgress = z.object({
  /** Epoch microseconds of the source. */
  since_us: z.int().nonnegative(),
  until_us: z.int().nonnegative(),
});
export type TalkProgress = z.infer<typeof TalkProgress>;
