import type { Random } from "./random.ts";

/** A way of making a copy look unlike its original to a machine, and like it to a reader. */
export type Evasion = (text: string, random: Random) => string;

const pairs = (list: string): Record<string, string> =>
  Object.fromEntries(list.split(" ").map((pair) => [pair.slice(0, 1), pair.slice(1)]));
/** Latin letters and what looks like them, mostly Cyrillic. */
const HOMOGLYPHS = pairs("aа cс eе gɡ iі nո oо pр sѕ wԝ xх yу");
const LEET = pairs("a4 e3 i1 o0 s5 t7");
const EMOJI = ["🚨", "😱", "👀", "🔥", "⚠️"] as const;
const TAGS = ["#crypto", "#altcoins", "#defi", "#trading", "#news"] as const;

const each = (text: string, change: (character: string) => string): string => Array.from(text, change).join("");
/** The token's tag is what a campaign wants to be found by: it stays. */
const outsideTags =
  (evade: Evasion): Evasion =>
  (text, random) =>
    text
      .split(/(\$[A-Za-z0-9]+)/)
      .map((part) => (part.startsWith("$") ? part : evade(part, random)))
      .join("");

/** Evasions by name. */
export const evasions: Record<string, Evasion> = {
  none: (text) => text,
  "shouting and emoji": (text, random) => `${random.pick(EMOJI)} ${text.toUpperCase()} ${random.pick(EMOJI)}!!`,
  "some homoglyphs": outsideTags((text, random) => each(text, (c) => (random.next() < 0.3 ? (HOMOGLYPHS[c] ?? c) : c))),
  "all homoglyphs": outsideTags((text) => each(text, (c) => HOMOGLYPHS[c] ?? c)),
  "zero-width characters": outsideTags((text, random) => each(text, (c) => (random.next() < 0.2 ? `${c}\u200b` : c))),
  "letter spacing": outsideTags((text) => each(text, (c) => (c === " " ? "  " : `${c} `))),
  leet: outsideTags((text, random) => each(text, (c) => (random.next() < 0.3 ? (LEET[c] ?? c) : c))),
  "fullwidth letters": outsideTags((text) => each(text, (c) => (/[a-z]/i.test(c) ? String.fromCharCode(c.charCodeAt(0) + 0xfee0) : c))),
  "more tags": (text, random) => `${text} ${random.pick(TAGS)} ${random.pick(TAGS)}`,
  "a mention first": (text, random) => `@user${random.below(9000) + 1000} ${text}`,
};
