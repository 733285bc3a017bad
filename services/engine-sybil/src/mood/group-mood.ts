import type { Reading } from "./read-mood.ts";

/** What a group of authors feels, each author counted once. */
export interface GroupMood {
  /** Below 0 fear, above 0 hype; drawn towards 0 when few authors could be read. */
  lean: number;
  /** Authors with at least one word that the lexicon knows. */
  read: number;
  authors: number;
}

/** Adds up what authors say. */
export interface MoodCount {
  add(author: string, reading: Reading): void;
  mood(): GroupMood;
}

/** Where talk about tokens that is neither afraid nor hyped stands on the lexicon (sybil.md §7). */
const NEUTRAL = 0.16;
/** Authors that the drawing towards 0 is worth. */
const PRIOR_AUTHORS = 10;

/** S = Σ (author's mean - 0.16) / (m + 10) over the m authors that could be read. */
export function groupMood(): MoodCount {
  const byAuthor = new Map<string, { sum: number; read: number }>();
  return {
    add(author, { mood, hits }) {
      let own = byAuthor.get(author);
      if (!own) byAuthor.set(author, (own = { sum: 0, read: 0 }));
      if (hits === 0) return;
      own.sum += mood;
      own.read += 1;
    },
    mood() {
      let [sum, read] = [0, 0];
      for (const own of byAuthor.values()) {
        if (own.read === 0) continue;
        sum += own.sum / own.read - NEUTRAL;
        read += 1;
      }
      return { lean: sum / (read + PRIOR_AUTHORS), read, authors: byAuthor.size };
    },
  };
}
