import { type SocialPost, type Talk, talkAbout } from "@token-sentiment/sandbox";
import { expect, test } from "vitest";
import { assess } from "../src/assess.ts";
import { eventOf } from "../src/facts.ts";
import type { Post } from "../src/post.ts";
import { sampleOf, WINDOW_MS } from "../src/sample.ts";
import { NOW, sources } from "./analyze.ts";

const assessed = (talk: Talk, seed: string, arrange: (posts: Post[]) => Post[] = (posts) => posts) => {
  const posts = talkAbout({ coin_symbol: "OAK", talk }, NOW, seed).map(({ platform, author, text, at }: SocialPost, index) => ({
    platform,
    id: `${index}`,
    author: `${platform}:${author.id}`,
    authorSince: author.since,
    text,
    at,
  }));
  const platforms = sources.map((platform) => ({ platform, since: NOW - WINDOW_MS }));
  return assess(sampleOf(arrange(posts), { platforms, until: NOW, symbol: "OAK" }));
};
const seeds = Array.from({ length: 20 }, (_, seed) => `seed ${seed}`);

test.each(["organic", "panic"] as const)("%s talk flags nobody in 50 runs", (talk) => {
  const more = Array.from({ length: 30 }, (_, seed) => `more ${seed}`);
  expect([...seeds, ...more].filter((seed) => assessed(talk, seed).coordinated.accounts > 0)).toEqual([]);
});

test.each(["fud_campaign", "pump_campaign"] as const)("a %s is found in each of 20 runs, its members and hardly anybody else", (talk) => {
  const members = talk === "fud_campaign" ? 22 : 16;
  for (const seed of seeds) {
    const { coordinated, burst, largestCluster } = assessed(talk, seed);
    expect(coordinated.accounts).toBeGreaterThanOrEqual(0.9 * members);
    expect(coordinated.accounts).toBeLessThanOrEqual(members);
    expect(largestCluster).toBeGreaterThanOrEqual(10);
    expect(burst?.minutes).toBeLessThanOrEqual(10);
  }
});

test("every campaign is an event, a panic nearly always, and everyday talk never", () => {
  const share = (talk: Talk) => seeds.filter((seed) => eventOf({ assessment: assessed(talk, seed) }) >= 0.3).length / seeds.length;
  expect([share("fud_campaign"), share("pump_campaign"), share("organic")]).toEqual([1, 1, 0]);
  expect(share("panic")).toBeGreaterThanOrEqual(0.85);
});

test("the same posts in any order give the same assessment", () => {
  expect(assessed("fud_campaign", "a", (posts) => posts.toReversed())).toEqual(assessed("fud_campaign", "a"));
});
