import { z } from "zod";

/** Minutes, to a tenth: a point is small, so that a picture costs a few kilobytes. */
const minutes = z.number();

/** The price over time, oldest first: `[minutes after from, USD]`. */
export const PriceSeries = z.looseObject({
  /** Who told the candles. */
  source: z.string().min(1).max(64),
  /** Epoch ms. */
  from: z.int().nonnegative(),
  points: z.array(z.tuple([minutes, z.number().nonnegative()])).max(200),
});
export type PriceSeries = z.infer<typeof PriceSeries>;

/** Who posted when, oldest first: `[minutes after from, author, 1 when that account acted together with others]`; authors are numbered by their first post. */
export const PostSeries = z.looseObject({
  /** Epoch ms. */
  from: z.int().nonnegative(),
  points: z.array(z.tuple([minutes, z.int().nonnegative(), z.union([z.literal(0), z.literal(1)])])).max(200),
  /** How many posts these were taken from, evenly. */
  of: z.int().nonnegative(),
});
export type PostSeries = z.infer<typeof PostSeries>;

/** What an engine saw over time, for a picture: it weighs nothing, and nothing is decided by it. */
export const Series = z.looseObject({ price: PriceSeries.optional(), posts: PostSeries.optional() });
export type Series = z.infer<typeof Series>;
