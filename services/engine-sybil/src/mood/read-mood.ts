import { lexicon, type Meaning } from "./lexicon.ts";
import { wordsOf } from "./words.ts";

/** What a lexicon makes of one text. Of a single post it is little better than chance: only sums over many authors are used. */
export interface Reading {
  /** -1 fear to 1 hype. */
  mood: number;
  /** Words that the lexicon knew. */
  hits: number;
}

const REACH = 3;

const squash = (sum: number): number => sum / Math.sqrt(sum * sum + 15);

/** Reads a text's skeleton (sybil.md §9.5): own market words and phrases, with negations and boosters, and half as much AFINN. */
export function readMood(skeleton: string): Reading {
  const words = wordsOf(skeleton.toLowerCase());
  const known = words.map((word) => lexicon.get(word));
  let [market, news, hits] = [0, 0, 0];
  for (let i = 0; i < words.length;) {
    const meaning = known[i];
    const phrase = meaning?.isStart === true ? longestPhrase(words, i) : undefined;
    const weight = phrase?.weight ?? meaning?.market;
    const newsWeight = meaning?.news ?? 0;
    if (weight !== undefined || newsWeight !== 0) {
      const turn = turnOf(known, i);
      market += (weight ?? 0) * turn;
      news += newsWeight * turn;
      hits += 1;
    }
    i += phrase?.length ?? 1;
  }
  return { mood: Math.max(-1, Math.min(1, squash(market) + 0.5 * squash(news))), hits };
}

function longestPhrase(words: readonly string[], at: number): { weight: number; length: number } | undefined {
  for (let length = Math.min(REACH, words.length - at); length > 1; length -= 1) {
    const weight = lexicon.get(words.slice(at, at + length).join(" "))?.market;
    if (weight !== undefined) return { weight, length };
  }
  return undefined;
}

/** What the three words before make of a word. */
function turnOf(known: readonly (Meaning | undefined)[], at: number): number {
  let turn = 1;
  for (let i = Math.max(0, at - REACH); i < at; i += 1) turn *= known[i]?.turn ?? 1;
  return turn;
}
