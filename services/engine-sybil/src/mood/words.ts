import { isAsciiWord, isHighSurrogate, kindOf, PICTURE, WORD } from "../text/characters.ts";

const AT = 64;
const DOLLAR = 36;
const HASH = 35;
const DOT = 46;
const APOSTROPHES = [39, 0x2019];
const TAG_MAX = 32;
const SPACE = /\s/g;

/** The words and emoji of a text in lower case, without links, mentions and tags. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  let link = nextLink(text, 0);
  let i = 0;
  while (i < text.length) {
    if (i === link) {
      SPACE.lastIndex = i;
      i = SPACE.exec(text)?.index ?? text.length;
      link = nextLink(text, i);
      continue;
    }
    const unit = text.charCodeAt(i);
    if (unit === AT) i = endOf(text, i + 1, link, isAsciiWord);
    else if (unit === DOLLAR || unit === HASH) i = endOfTag(text, i + 1, link);
    else {
      const kind = kindAt(text, i);
      if (kind === WORD) {
        const start = i;
        i = endOfWord(text, i, link);
        words.push(text.slice(start, i));
      } else {
        if (kind === PICTURE) words.push(text.slice(i, i + widthAt(text, i)));
        i += widthAt(text, i);
      }
    }
  }
  return words;
}

/** Where the next `http:` or `https:` with something behind it begins; the length of the text when there is none. */
function nextLink(text: string, from: number): number {
  for (let at = text.indexOf("http", from); at >= 0; at = text.indexOf("http", at + 4)) {
    const colon = text.charCodeAt(at + 4) === 115 ? at + 5 : at + 4;
    if (text.charAt(colon) === ":" && /^\S/.test(text.charAt(colon + 1))) return at;
  }
  return text.length;
}

const kindAt = (text: string, at: number): number => kindOf(text.codePointAt(at) ?? 0);
const widthAt = (text: string, at: number): number =>
  isHighSurrogate(text.charCodeAt(at)) && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;

/** The first place from `at` on that does not belong, before the next link. */
// oxlint-disable-next-line max-params -- a place in a text, where it ends at the latest, and what belongs
function endOf(text: string, at: number, limit: number, belongs: (unit: number) => boolean): number {
  let end = at;
  while (end < limit && belongs(text.charCodeAt(end))) end += 1;
  return end;
}

function endOfTag(text: string, at: number, limit: number): number {
  let end = at;
  for (let count = 0; count < TAG_MAX && end < limit; count += 1) {
    if (text.charCodeAt(end) !== DOT && kindAt(text, end) !== WORD) break;
    end += widthAt(text, end);
  }
  return end;
}

function endOfWord(text: string, at: number, limit: number): number {
  let end = at;
  while (end < limit && (kindAt(text, end) === WORD || (end > at && APOSTROPHES.includes(text.charCodeAt(end))))) end += widthAt(text, end);
  return end;
}
