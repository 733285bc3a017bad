import { skeleton } from "./skeleton.ts";

const URL = /\bhttps?:\/\/\S+|\bwww\.\S+|\b(?:t\.me|bit\.ly|discord\.gg)\/\S+/gi;
const MENTION = /(^|\W)@\w{2,40}/g;
const ADDRESS = /\b0x[0-9a-fA-F]{40}\b|\b[1-9A-HJ-NP-Za-km-z]{32,44}\b/g;
const LEET: Record<string, string> = { "0": "o", "1": "l", i: "l", "|": "l", "3": "e", "4": "a", "5": "s", "7": "t" };

/** What a token is called in posts about it: its symbol, upper case. */
const ownTag = (symbol: string): RegExp => new RegExp(`[$#]${symbol.replaceAll(/[^A-Z0-9]/gi, "\\$&")}(?:\\.x)?(?![\\w])`, "gi");

/**
 * The key by which copies of a text are alike (sybil.md §3): links, mentions, addresses and the token's own tag out; lower case, letters for
 * the digits that imitate them, runs of three and more as two, everything else a space. Never shown, never read for mood.
 */
export function createFold(symbol: string): (text: string) => string {
  const tag = ownTag(symbol);
  return (text) =>
    foldLetters(skeleton(text).replaceAll(URL, " ").replaceAll(tag, " ").replaceAll(MENTION, "$1 ").replaceAll(ADDRESS, " "));
}

function foldLetters(text: string): string {
  const letters = text
    .toLowerCase()
    .replaceAll(/(?<=\w)@/g, "a")
    .replaceAll(/(?<=\w)\$/g, "s")
    .replaceAll(/[013457i|]/g, (letter) => LEET[letter] ?? letter);
  return letters
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .replaceAll(/(.)\1{2,}/gu, "$1$1")
    .trim();
}
