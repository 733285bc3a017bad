import { expect, test } from "vitest";
import { assess } from "./assess.ts";
import { eventOf } from "./facts.ts";
import type { Post } from "./post.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const platforms = ["stocktwits", "farcaster", "mastodon"] as const;

/** mulberry32. */
function chance(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A day on which nothing happens: by day more than at night, and a third of the posts is in threads of five within 20 minutes. */
function calmDay(seed: number, volume: number, { linked }: { linked: boolean }): Post[] {
  const next = chance(seed * 1_000 + volume);
  const timeOfDay = (): number => {
    for (;;) {
      const at = next() * (DAY - 21 * MINUTE);
      if (next() < 0.65 + 0.35 * Math.sin((2 * Math.PI * at) / DAY)) return Math.floor(at);
    }
  };
  return platforms.flatMap((platform) => {
    const posts: Post[] = [];
    const write = (at: number, root?: string): string => {
      const id = `${platform} ${posts.length}`;
      const author = `${platform}:${Math.floor(next() * volume * 3)}`;
      posts.push({ platform, id, author, text: "gm", at, ...(linked && root !== undefined && { replyTo: root }) });
      return id;
    };
    while (posts.length < volume) {
      const start = timeOfDay();
      const root = write(start);
      if (next() < 0.1) for (let answer = 0; answer < 4; answer += 1) write(start + Math.floor(next() * 20 * MINUTE), root);
    }
    return posts;
  });
}

const eventOn = (posts: Post[]): number => {
  const coverage = platforms.map((platform) => ({ platform, since: 0 }));
  const ordered = posts.toSorted((a, b) => a.at - b.at);
  return eventOf({ assessment: assess({ posts: ordered, platforms: coverage, until: DAY, symbol: "OAK", found: posts.length }) });
};

const volumes = [12, 20, 30, 60, 120];

test.each(volumes.flatMap((volume) => [true, false].map((linked) => ({ volume, linked }))))(
  "of 50 calm days of $volume posts per platform at most one in twenty is an event (threads told: $linked)",
  ({ volume, linked }) => {
    const days = Array.from({ length: 50 }, (_, seed) => eventOn(calmDay(seed, volume, { linked })));
    expect(days.filter((event) => event >= 0.3).length / days.length).toBeLessThanOrEqual(0.05);
  },
);
