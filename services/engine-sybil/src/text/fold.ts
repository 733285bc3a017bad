import { isAsciiWord, isHighSurrogate, kindOf, WORD } from "./characters.ts";
import { TEXT_MAX } from "./skeleton.ts";

const URL = /\bhttps?:\/\/\S+|\bwww\.\S+|\b(?:t\.me|bit\.ly|discord\.gg)\/\S+/gi;
const MENTION = /(^|\W)@\w{2,40}/g;
const ADDRESS = /\b0x[0-9a-fA-F]{40}\b|\b[1-9A-HJ-NP-Za-km-z]{32,44}\b/g;
const ADDRESS_MIN = 32;
/** Digits and signs that imitate letters; and one letter that has another form at the end of a word. */
const LEET: Record<string, string> = { "0": "o", "1": "l", i: "l", "|": "l", "3": "e", "4": "a", "5": "s", "7": "t", ς: "σ" };

const SPACE = 32;
const AT = 64;
const DOLLAR = 36;

/** What a token is called in posts about it: its symbol, upper case. */
const ownTag = (symbol: string): RegExp => new RegExp(`[$#]${symbol.replaceAll(/[^A-Z0-9]/gi, "\\$&")}(?:\\.x)?(?![\\w])`, "gi");

/**
 * The key by which copies of a text are alike (sybil.md §3), from its skeleton: links, mentions, addresses and the token's own tag out; lower case,
 * letters for the digits that imitate them, runs of three and more as two, everything else a space. Never shown, never read for mood.
 */
export function createFold(symbol: string): (skeleton: string) => string {
  const tag = ownTag(symbol);
  return (skeleton) => {
    let text = skeleton;
    if (text.includes(".") || text.includes("/")) text = text.replaceAll(URL, " ");
    if (text.includes("$") || text.includes("#")) text = text.replaceAll(tag, " ");
    if (text.includes("@")) text = text.replaceAll(MENTION, "$1 ");
    if (text.length >= ADDRESS_MIN) text = text.replaceAll(ADDRESS, " ");
    return foldLetters(text);
  };
}

/** By UTF-16 unit: the letter that it counts as, a space for what is none; -1 = not seen yet. */
const letters = new Int32Array(0x10000).fill(-1);

function letterOf(unit: number): number {
  const known = letters[unit] ?? SPACE;
  return known >= 0 ? known : (letters[unit] = computeLetter(unit));
}

function computeLetter(unit: number): number {
  const character = String.fromCharCode(unit);
  const lower = character.toLowerCase();
  const one = lower.length === 1 ? lower : character;
  const letter = (LEET[one] ?? one).charCodeAt(0);
  return kindOf(letter) === WORD ? letter : SPACE;
}

// a character of two units may take the place of one
const out = new Uint16Array(2 * TEXT_MAX);

/** In one pass: this is what every post costs. */
function foldLetters(text: string): string {
  let [length, previous, run] = [0, SPACE, 0];
  let isAfterWord = false;
  const put = (letter: number, low: number): void => {
    const character = low === 0 ? letter : letter * 0x10000 + low;
    run = character === previous ? run + 1 : 1;
    previous = character;
    if (letter === SPACE ? run > 1 || length === 0 : run > 2) return;
    out[length++] = letter;
    if (low !== 0) out[length++] = low;
  };
  for (let i = 0; i < text.length && length < out.length - 1; i += 1) {
    const unit = text.charCodeAt(i);
    // in a word they are letters
    const imitated: number = isAfterWord ? (unit === AT ? 97 : unit === DOLLAR ? 115 : 0) : 0;
    isAfterWord = unit === AT ? imitated !== 0 : isAsciiWord(unit);
    if (imitated !== 0) put(imitated, 0);
    else if (!isHighSurrogate(unit)) put(letterOf(unit), 0);
    else if (kindOf(text.codePointAt(i) ?? 0) === WORD) put(unit, text.charCodeAt((i += 1)));
    else {
      put(SPACE, 0);
      if ((text.codePointAt(i) ?? 0) > 0xffff) i += 1;
    }
  }
  const end = length > 0 && out[length - 1] === SPACE ? length - 1 : length;
  return Buffer.from(out.buffer, 0, 2 * end).toString("utf16le");
}
