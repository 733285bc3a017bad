import { expect, test } from "vitest";
import type { Post } from "./post.ts";
import { sampleOf, WINDOW_MS } from "./sample.ts";

const until = 1_000 * WINDOW_MS;
const about = { platforms: [], until, symbol: "OAK" };
const post = (id: number, at: number): Post => ({ platform: "mastodon", id: `${id}`, author: "mastodon:a", text: "", at });

test("posts of the last day count once each, in the order of time, whoever sent them first", () => {
  const posts = [post(1, until - 5), post(2, until - 9), post(1, until - 5), post(3, until - WINDOW_MS - 1), post(4, until + 600_000)];
  const sample = sampleOf(posts, about);
  expect(sample.posts.map(({ id }) => id)).toEqual(["2", "1"]);
  expect(sampleOf(posts.toReversed(), about)).toEqual(sample);
});

test("of too many posts the newest 5,000 stay, and the older ones evenly", () => {
  const posts = Array.from({ length: 50_000 }, (_, id) => post(id, until - 1 - id * 1_000));
  const sample = sampleOf(posts, about);
  expect(sample).toMatchObject({ found: 50_000 });
  expect(sample.posts).toHaveLength(20_000);
  expect(sample.posts.slice(-5_000).map(({ id }) => Number(id))).toEqual(Array.from({ length: 5_000 }, (_, index) => 4_999 - index));
  const gaps = sample.posts.slice(0, 15_000).map(({ at }, index) => (sample.posts[index + 1]?.at ?? 0) - at);
  expect(Math.max(...gaps)).toBe(3_000);
});
