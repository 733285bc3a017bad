import type { WorldToken } from "../world.ts";
import { type SocialPlatform, type SocialPost, talkAbout } from "./talk.ts";

/** A post as its platform keeps it. */
export interface ArchivedPost extends SocialPost {
  /** Grows with time. */
  id: number;
  symbol: string;
}

/** What has been written about every token of the world. */
export interface Archive {
  /** Newest first; undefined = nobody writes about such a symbol. */
  about(symbol: string, platform: SocialPlatform): ArchivedPost[] | undefined;
  /** Newest first: posts of a platform that say `words`, whatever their case. */
  saying(words: string, platform: SocialPlatform): ArchivedPost[];
}

const HOUR = 3_600_000;

/** Reads the talk of the world's tokens as of the last full hour. Tokens of one name and one talk, on several chains, are one subject. */
export function openArchive(world: readonly WorldToken[], now: () => number): Archive {
  const subjects = new Map(world.map((token) => [`${token.coin_symbol.toUpperCase()} ${token.talk}`, token]));
  let hour = -1;
  let posts: ArchivedPost[] = [];
  const current = (): ArchivedPost[] => {
    const last = Math.floor(now() / HOUR);
    if (last === hour) return posts;
    hour = last;
    const talk = [...subjects.values()].flatMap((token) =>
      talkAbout(token, now()).map((post) => ({ ...post, symbol: token.coin_symbol.toUpperCase() })),
    );
    posts = talk
      .toSorted((a, b) => a.at - b.at)
      .map((post, index) => ({ ...post, id: last * 100_000 + index }))
      .toReversed();
    return posts;
  };
  const isKnown = (symbol: string): boolean =>
    [...subjects.values()].some(({ coin_symbol, talk }) => coin_symbol.toUpperCase() === symbol && talk !== "none");
  return {
    about: (symbol, platform) =>
      isKnown(symbol.toUpperCase())
        ? current().filter((post) => post.symbol === symbol.toUpperCase() && post.platform === platform)
        : undefined,
    saying: (words, platform) =>
      current().filter((post) => post.platform === platform && post.text.toLowerCase().includes(words.toLowerCase())),
  };
}
