import { expect, test } from "vitest";
import type { Post } from "../post.ts";
import { readTexts } from "../text/read-texts.ts";
import { clustersOf } from "./clusters.ts";
import { findCoAction } from "./co-action.ts";
import { objectsOf } from "./objects.ts";
import type { Act } from "./windows.ts";

let written = 0;
const act = (account: string, second: number, post = (written += 1)): Act => ({ account, at: second * 1000, post });
const found = (objects: Act[][]) => [...findCoAction(objects, { accounts: 10 }).accounts].toSorted().join("");

test("three who do two of the same things within a minute act together", () => {
  expect(
    found([
      [act("a", 0), act("b", 30), act("c", 60)],
      [act("c", 500), act("a", 510), act("b", 520)],
    ]),
  ).toBe("abc");
});

test("one thing is chance, two accounts are a pair of friends, and a minute and a second is too late", () => {
  expect(found([[act("a", 0), act("b", 1), act("c", 2)]])).toBe("");
  expect(
    found([
      [act("a", 0), act("b", 1)],
      [act("a", 9), act("b", 10)],
    ]),
  ).toBe("");
  expect(
    found([
      [act("a", 0), act("b", 1), act("c", 62)],
      [act("a", 9), act("b", 10), act("c", 71)],
    ]),
  ).toBe("");
});

test("doing the same thing over and over is one thing", () => {
  expect(found([[act("a", 0), act("b", 1), act("c", 2), act("a", 3), act("b", 4), act("c", 5)]])).toBe("");
});

test("one post that leads to two pages is one act, of whoever wrote it", () => {
  const pages = [1, 2].map(() => [act("a", 0, 1), act("b", 1, 2), act("c", 2, 3)]);
  expect(found(pages)).toBe("");
  expect(found([...pages, [act("a", 90, 4), act("b", 91, 5), act("c", 92, 6)]])).toBe("abc");
});

test("a group cannot hide behind one of its own who repeats a thing all day, nor between repetitions", () => {
  const repeated = Array.from({ length: 60 }, (_, time) => act("d", 1000 + time));
  const between = Array.from({ length: 60 }, (_, time) => act("d", 1 + time / 1000));
  const group = (second: number) => [act("a", second), act("b", second + 2), act("c", second + 3)];
  expect(found([[...group(0), ...repeated], group(500)])).toBe("abc");
  const [first, ...others] = group(0);
  expect(found([[first!, ...between, ...others], group(500)])).toBe("abc");
});

test("who hangs on the group by one thread is left out, and so is who hangs on him", () => {
  const pair = (a: string, b: string, second: number) =>
    [0, 1].map((again) => [act(a, second + 200 * again), act(b, second + 1 + 200 * again)]);
  expect(
    found([...pair("a", "b", 0), ...pair("b", "c", 1000), ...pair("a", "c", 2000), ...pair("c", "d", 3000), ...pair("d", "e", 4000)]),
  ).toBe("abc");
});

test("what more than fifty act on is everybody's, and more partners than are looked at is told", () => {
  const crowd = (second: number, count: number) => Array.from({ length: count }, (_, i) => act(`a${i}`, second + i / 100));
  expect(findCoAction([crowd(0, 51), crowd(900, 51)], { accounts: 51 }).accounts.size).toBe(0);
  expect(findCoAction([crowd(0, 50), crowd(900, 50)], { accounts: 50 })).toMatchObject({ truncated: true, accounts: { size: 50 } });
});

test("a post with a link acts on the link only, an answer on what it answers, a repost on its origin", () => {
  const text = "insiders are dumping everything and the team is gone for good";
  const post = (number: number, more: Partial<Post>): Post => ({
    platform: "farcaster",
    id: `${number}`,
    author: `farcaster:${number}`,
    text: `${text} ${"na".repeat(number % 2)}`,
    at: number,
    ...more,
  });
  const posts = [
    post(0, {}),
    post(1, {}),
    post(2, { urls: ["https://a.example/x"] }),
    post(3, { urls: ["https://www.a.example/x?utm_source=y"] }),
    post(4, { repostOf: "9" }),
    post(5, { repostOf: "9" }),
    post(6, { replyTo: "9", text: "no" }),
    post(7, { replyTo: "9", text: "yes" }),
  ];
  const read = { posts, texts: readTexts(posts) };
  expect(objectsOf(read, clustersOf({ ...read, symbol: "OAK" })).map((acts) => acts.map((one) => one.post))).toEqual([
    [2, 3],
    [4, 5],
    [6, 7],
    [0, 1],
  ]);
});
