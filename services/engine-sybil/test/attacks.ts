import { evasions, type Random } from "@token-sentiment/sandbox";

/** A way of disguising a copy, and the share of copies that the design's table finds again (sybil.md §3, char-4-grams, J >= 0.6). */
export interface Attack {
  listed: number;
  disguise: (text: string, random: Random) => string;
}

const TAGS = ["#crypto", "#altcoins", "#defi", "#trading", "#news", "#markets"] as const;
const PREFIXES = ["breaking", "urgent", "listen", "folks", "seriously", "honestly", "look", "wow", "today"] as const;
type Words = readonly [string, ...string[]];
const MARKS = ["\u0300", "\u0301", "\u0323", "\u0336", "\u0352", "\u0489"] as const;

const each = (text: string, change: (character: string) => string): string => Array.from(text, change).join("");
/** The mathematical bold letters lie in one block, capitals first. */
const bold = (letter: string): string => {
  const code = letter.charCodeAt(0);
  if (code >= 65 && code <= 90) return String.fromCodePoint(0x1d400 + code - 65);
  return code >= 97 && code <= 122 ? String.fromCodePoint(0x1d41a + code - 97) : letter;
};
/** So many of the words, at random places, by others. */
const wordsReplaced = (share: number, others: Words) => (text: string, random: Random) => {
  const words = text.split(" ");
  const places = words.map((_, index) => ({ index, order: random.next() })).toSorted((a, b) => a.order - b.order);
  for (const { index } of places.slice(0, Math.floor(share * words.length))) words[index] = random.pick(others);
  return words.join(" ");
};
const known = (name: string): Attack["disguise"] => {
  const evade = evasions[name];
  if (!evade) throw new Error(`the sandbox has no disguise ${name}`);
  return evade;
};

/** The table's rows; those that it averages over several ways have one each. Words are replaced by `others`. */
export const attacksWith = (others: Words): Readonly<Record<string, Attack>> => ({
  "other case": { listed: 1, disguise: (text, random) => each(text, (c) => (random.next() < 0.5 ? c.toUpperCase() : c)) },
  "other punctuation": { listed: 1, disguise: (text, random) => text.replaceAll(/[ ,.]+/g, () => random.pick([" ", ", ", "... ", " - "])) },
  "capitals and emoji": { listed: 1, disguise: known("shouting and emoji") },
  "homoglyphs, 30 %": { listed: 1, disguise: known("some homoglyphs") },
  "homoglyphs, all": { listed: 1, disguise: known("all homoglyphs") },
  "zero-width characters": { listed: 1, disguise: known("zero-width characters") },
  "mathematical bold": { listed: 1, disguise: (text) => each(text, bold) },
  "fullwidth letters": { listed: 1, disguise: known("fullwidth letters") },
  "piled marks": {
    listed: 1,
    disguise: (text, random) => each(text, (c) => (/[a-z]/i.test(c) ? c + random.pick(MARKS) + random.pick(MARKS) : c)),
  },
  "letter spacing": { listed: 0.99, disguise: known("letter spacing") },
  "leet, 30 %": { listed: 0.94, disguise: known("leet") },
  "two tags behind": { listed: 1, disguise: (text, random) => `${text} ${random.pick(TAGS)} ${random.pick(TAGS)}` },
  "three words in front": {
    listed: 0.94,
    disguise: (text, random) => `${random.pick(PREFIXES)} ${random.pick(PREFIXES)} ${random.pick(PREFIXES)} ${text}`,
  },
  "a mention in front": { listed: 1, disguise: known("a mention first") },
  "10 % of words replaced": { listed: 0.88, disguise: wordsReplaced(0.1, others) },
  "20 % of words replaced": { listed: 0.17, disguise: wordsReplaced(0.2, others) },
  "30 % of words replaced": { listed: 0.01, disguise: wordsReplaced(0.3, others) },
});
