const OTHER = 1;
/** What `kindOf` answers for a letter or number of any script, and for an emoji. */
export const WORD = 2;
export const PICTURE = 3;

const LETTER = /^[\p{L}\p{N}]$/u;
const PICTOGRAPH = /^\p{Extended_Pictographic}$/u;

/** By code point; 0 = not asked yet. */
const kinds = new Uint8Array(0x110000);

/** WORD, PICTURE or another number for what is neither. A lookup: a property of Unicode costs a hundred times as much. */
export function kindOf(codePoint: number): number {
  const known = kinds[codePoint] ?? OTHER;
  return known > 0 ? known : (kinds[codePoint] = kindOfNew(codePoint));
}

function kindOfNew(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  return LETTER.test(character) ? WORD : PICTOGRAPH.test(character) ? PICTURE : OTHER;
}

/** Whether a UTF-16 unit is the first half of a pair. */
export const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** Whether a unit may stand in an ASCII word: a letter, a digit or an underscore. */
export const isAsciiWord = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95;
