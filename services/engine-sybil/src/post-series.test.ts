import { expect, test } from "vitest";
import type { Post } from "./post.ts";
import { postSeries } from "./post-series.ts";

const post = (author: string, at: number): Post => ({ platform: "bluesky", id: `${author} ${at}`, author, text: "OAK is done", at });

test("authors become numbers in the order of their first post, times become minutes, and who acted together is marked", () => {
  const posts = [post("bluesky:mallory", 1000), post("bluesky:eve", 31_000), post("bluesky:mallory", 61_000)];
  expect(postSeries(posts, new Set(["bluesky:eve"]))).toEqual({
    from: 1000,
    points: [
      [0, 0, 0],
      [0.5, 1, 1],
      [1, 0, 0],
    ],
    of: 3,
  });
});

test("of many posts two hundred are shown, from the first to the last minutes, and no posts are no picture", () => {
  const series = postSeries(
    Array.from({ length: 5000 }, (_, index) => post(`bluesky:${index}`, index * 6000)),
    new Set(),
  );
  expect([series?.points.length, series?.of, series?.points.at(-1)?.[0]]).toEqual([200, 5000, 497.5]);
  expect(postSeries([], new Set())).toBeUndefined();
});
