import type { Reading } from "./read-mood.ts";

/** What a group of authors feels, each author counted once. */
export interface GroupMood {
  /** Below 0 fear, above 0 hype; drawn towards 0 when few authors could be read. */
  lean: number;
  /** Authors with at least one word that the lexicon knows. */
  read: number;
  authors: number;
}

/** Where talk about tokens that is neither afraid nor hyped stands on the lexicon (sybil.md §7). */
const NEUTRAL = 0.16;
/** Authors that the drawing towards 0 is worth. */
const PRIOR_AUTHORS = 10;

/** S = Σ (author's mean - 0.16) / (m + 10) over the m authors that could be read. */
export function groupMood(readings: readonly { author: string; reading: Reading }[]): GroupMood {
  const byAuthor = new Map<string, number[]>();
  for (const { author, reading } of readings) {
    const moods = byAuthor.get(author) ?? [];
    byAuthor.set(author, moods);
    if (reading.hits > 0) moods.push(reading.mood);
  }
  const means = [...byAuthor.values()]
    .filter((moods) => moods.length > 0)
    .map((moods) => moods.reduce((sum, mood) => sum + mood, 0) / moods.length);
  const lean = means.reduce((sum, mean) => sum + mean - NEUTRAL, 0) / (means.length + PRIOR_AUTHORS);
  return { lean, read: means.length, authors: byAuthor.size };
}
