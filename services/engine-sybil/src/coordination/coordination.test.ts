import { expect, test } from "vitest";
import type { Post } from "../post.ts";
import { readTexts } from "../text/read-texts.ts";
import { clustersOf } from "./clusters.ts";
import { objectsOf } from "./objects.ts";
import { findSwarm } from "./swarm.ts";
import { copiedTogether } from "./synchrony.ts";

const MINUTE = 60_000;
const copy = "insiders are dumping everything and the team is gone for good";

const words = ["oak", "elm", "ash", "fir", "yew", "bay", "fig", "box", "may", "rue"];
/** Posts that share nothing, every ten minutes. */
const crowd = (count: number): Post[] =>
  Array.from({ length: count }, (_, i) => ({
    platform: "farcaster",
    id: `c${i}`,
    author: `farcaster:${i}`,
    text: `${words[i % 10]}${i} ${words[(i * 3) % 10]}${i * 7} ${words[(i * 7) % 10]}${i * 13} ${i * 17} ${i * 29} ${i * 31}`,
    at: i * 10 * MINUTE,
  }));
const copies = (count: number, everyMs: number, more: Partial<Post> = {}): Post[] =>
  Array.from({ length: count }, (_, i) => ({
    platform: "stocktwits",
    id: `x${i}`,
    author: `stocktwits:${i}`,
    text: copy,
    at: 300 * MINUTE + i * everyMs,
    ...more,
  }));
const inOrder = (...posts: Post[]): Post[] => posts.toSorted((a, b) => a.at - b.at);
const swarmIn = (posts: Post[]) => findSwarm(objectsOf({ posts, texts: readTexts(posts) }, []));
const together = (posts: Post[]) =>
  copiedTogether(
    clustersOf({ posts, texts: readTexts(posts), symbol: "OAK" }),
    Float64Array.from(posts, ({ at }) => at),
    posts.length,
  );

test("four accounts with one text in four minutes of a busy day act together", () => {
  const [found, ...more] = together(inOrder(...crowd(140), ...copies(4, MINUTE)));
  expect(more).toEqual([]);
  expect([...(found?.accounts ?? [])].toSorted()).toEqual(["stocktwits:0", "stocktwits:1", "stocktwits:2", "stocktwits:3"]);
  expect(found?.chance).toBeLessThan(0.01);
});

test("the same text over a whole day is no crowding", () => {
  expect(together(inOrder(...crowd(140), ...copies(4, 240 * MINUTE)))).toEqual([]);
});

test("two accounts are never enough, and one account is not two", () => {
  expect(together(inOrder(...crowd(140), ...copies(2, MINUTE)))).toEqual([]);
  expect(together(inOrder(...crowd(140), ...copies(9, MINUTE, { author: "stocktwits:1" })))).toEqual([]);
});

test("with few posts chance says nothing: only five at once count", () => {
  expect(together(inOrder(...crowd(10), ...copies(4, MINUTE)))).toEqual([]);
  expect(together(inOrder(...crowd(10), ...copies(5, MINUTE)))[0]).toMatchObject({ chance: "too few posts", densest: { accounts: 5 } });
});

test("a headline that a share button writes is no copied text", () => {
  expect(together(inOrder(...crowd(140), ...copies(6, MINUTE, { urls: ["https://news.example/a"] })))).toEqual([]);
});

test("reposts are not copies, but ten within a minute are a swarm", () => {
  const nine = inOrder(...crowd(40), ...copies(9, 6000, { repostOf: "1" }));
  expect(together(nine)).toEqual([]);
  expect(swarmIn(nine)).toBeUndefined();
  const ten = swarmIn(inOrder(...crowd(40), ...copies(11, 6000, { repostOf: "1" })));
  expect(ten?.most).toBe(11);
  expect(ten?.accounts.size).toBe(11);
});
