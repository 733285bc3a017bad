import { boosters, marketWords, negations, newsWords, phraseStarts } from "./lexicon.ts";

/** What a lexicon makes of one text. Of a single post it is little better than chance: only sums over many authors are used. */
export interface Reading {
  /** -1 fear to 1 hype. */
  mood: number;
  /** Words that the lexicon knew. */
  hits: number;
}

const LEFT_OUT = /https?:\S+|@\w+|[$#][\p{L}\p{N}.]{1,32}/gu;
const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}'’]*|\p{Extended_Pictographic}/gu;
const REACH = 3;

const squash = (sum: number): number => sum / Math.sqrt(sum * sum + 15);

/** Reads a text's skeleton (sybil.md §9.5): own market words and phrases, with negations and boosters, and half as much AFINN. */
export function readMood(skeleton: string): Reading {
  const tokens = skeleton.toLowerCase().replaceAll(LEFT_OUT, " ").match(TOKEN) ?? [];
  let [market, news, hits] = [0, 0, 0];
  for (let i = 0; i < tokens.length;) {
    const phrase = longestPhrase(tokens, i);
    const newsWeight = newsWords.get(tokens[i] ?? "") ?? 0;
    if (phrase || newsWeight !== 0) {
      const turn = turnOf(tokens.slice(Math.max(0, i - REACH), i));
      market += (phrase?.weight ?? 0) * turn;
      news += newsWeight * turn;
      hits += 1;
    }
    i += phrase?.length ?? 1;
  }
  return { mood: Math.max(-1, Math.min(1, squash(market) + 0.5 * squash(news))), hits };
}

function longestPhrase(tokens: readonly string[], at: number): { weight: number; length: number } | undefined {
  const longest = phraseStarts.has(tokens[at] ?? "") ? Math.min(REACH, tokens.length - at) : 1;
  for (let length = longest; length >= 1; length -= 1) {
    const weight = marketWords.get(tokens.slice(at, at + length).join(" "));
    if (weight !== undefined) return { weight, length };
  }
  return undefined;
}

/** What the words before make of a word: a negation turns it, a booster strengthens it. */
const turnOf = (before: readonly string[]): number =>
  before.reduce((turn, word) => (negations.has(word) ? turn * -0.7 : boosters.has(word) ? turn * 1.25 : turn), 1);
