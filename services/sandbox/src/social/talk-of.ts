import type { WorldToken } from "../world.ts";
import { type SocialPost, talkAbout } from "./talk.ts";

/** A post on one of the places that the archive of the three large platforms does not hold. */
export interface PlacedPost extends SocialPost {
  symbol: string;
  /** Counts a token's posts in the order of time. */
  number: number;
}

/**
 * What is said about the world's tokens at another place, oldest first: other people and other words than elsewhere, a third as much. Campaigns
 * have accounts on `bluesky`; the rest of the places hear only the crowd.
 */
export function talkOf(world: readonly WorldToken[], now: number, place: string): PlacedPost[] {
  const heard = place === "bluesky" ? "farcaster" : "mastodon";
  const subjects = new Map(world.map((token) => [`${token.coin_symbol.toUpperCase()} ${token.talk}`, token]));
  return [...subjects.values()]
    .flatMap((token) =>
      talkAbout(token, now, place)
        .filter(({ platform }) => platform === heard)
        .map((post, number) => ({ ...post, number, symbol: token.coin_symbol.toUpperCase() })),
    )
    .toSorted((a, b) => a.at - b.at);
}
