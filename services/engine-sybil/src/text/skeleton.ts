import unhomoglyph from "unhomoglyph";

/** Text beyond this many units is not read: the rest of a post never makes two posts alike. */
export const TEXT_MAX = 1000;

/** What nobody sees by itself: joiners, fillers, selectors, marks piled on letters. */
const DROPPED = /\p{Default_Ignorable_Code_Point}|\p{Script=Inherited}|\p{Cf}|\p{Me}/u;

/** Pairs of a look-alike and its letter, those that Unicode's table of confusables leaves out or chains elsewhere. */
const EXTRA = new Map(
  "ոn υu ӏl ԝw ԛq ԁd һh ѕs іi јj ɡg ıi ʀr ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz"
    .split(" ")
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1)]),
);

/** By UTF-16 unit: what it looks like, 0 = nothing, -1 = not seen yet. */
const looks = new Int32Array(0x10000).fill(-1);

function lookOf(unit: number): number {
  const known = looks[unit] ?? -1;
  return known >= 0 ? known : (looks[unit] = computeLook(unit));
}

function computeLook(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return unit;
  const character = String.fromCharCode(unit);
  if (DROPPED.test(character)) return 0;
  const decomposed = character.normalize("NFD");
  const base = decomposed.length > 1 && /^[A-Za-z]/.test(decomposed) ? decomposed.slice(0, 1) : (EXTRA.get(character) ?? character);
  if (base.charCodeAt(0) <= 0x7f) return base.charCodeAt(0);
  const twin = unhomoglyph(base);
  return /^[\x21-\x7e]$/.test(twin) ? twin.charCodeAt(0) : base.charCodeAt(0);
}

/**
 * What a text looks like (sybil.md §3, steps 1 and 2): the first 1,000 characters, invisible ones dropped, look-alikes as the ASCII letter they
 * imitate. Case, punctuation and links stay. It mangles other scripts, consistently: for machines, never to be shown.
 */
export function skeleton(text: string): string {
  const cut = text.slice(0, TEXT_MAX);
  if (/^\p{ASCII}*$/u.test(cut)) return cut;
  // which may lengthen a text eighteenfold
  const normalized = cut.normalize("NFKC").slice(0, TEXT_MAX);
  const out = new Uint16Array(normalized.length);
  let length = 0;
  for (let i = 0; i < normalized.length; i += 1) {
    const unit = normalized.charCodeAt(i);
    const look = unit < 0x80 ? unit : lookOf(unit);
    if (look !== 0) out[length++] = look;
  }
  return Buffer.from(out.buffer, 0, 2 * length).toString("utf16le");
}
