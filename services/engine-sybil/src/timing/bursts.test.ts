import { expect, test } from "vitest";
import { type Burst, burstsOf } from "./bursts.ts";
import { crossPlatformBurst } from "./cross-platform.ts";
import { countTail } from "./negative-binomial.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A day of posts at random times, and `more` in the ten minutes from noon. */
function day(posts: number, more = 0) {
  let state = 7;
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const times = [
    ...Array.from({ length: posts }, () => Math.floor(next() * DAY)),
    ...Array.from({ length: more }, () => DAY / 2 + Math.floor(next() * 10 * MINUTE)),
  ].toSorted((a, b) => a - b);
  return { posts: times.map((at, index) => ({ at, author: `a${index}`, index })), since: 0, until: DAY };
}

test.each([20, 60, 200, 600])("a day of %i posts at random times has no burst", (posts) => {
  expect(burstsOf(day(posts))).toEqual([]);
});

test("fifteen posts in ten minutes of a day of sixty are a burst, told by its onset", () => {
  const [burst, ...more] = burstsOf(day(60, 15));
  expect(more).toEqual([]);
  expect(Math.abs((burst?.at ?? 0) - DAY / 2)).toBeLessThan(3 * MINUTE);
  expect(burst?.found).toBeGreaterThanOrEqual(15);
  expect(burst?.expected).toBeLessThan(2);
});

test("on a busy day a half more is no burst, however sure it is", () => {
  expect(burstsOf(day(4000, 25))).toEqual([]);
  expect(burstsOf(day(4000, 120))).toHaveLength(1);
});

test("one account alone is no burst, and an hour is too short to tell", () => {
  const stream = day(60, 15);
  expect(burstsOf({ ...stream, posts: stream.posts.map((post) => ({ ...post, author: "one" })) })).toEqual([]);
  expect(burstsOf({ ...stream, since: DAY / 2 - 10 * MINUTE, until: DAY / 2 + 45 * MINUTE })).toEqual([]);
});

test("what is usual is never less than the mean of the whole day", () => {
  const quiet = day(15, 5);
  const [burst] = burstsOf(quiet);
  expect(burst?.expected).toBeGreaterThanOrEqual(20 / 288);
});

test("20,000 posts in one burst take no time to speak of", () => {
  const posts = Array.from({ length: 20_000 }, (_, index) => ({ at: DAY / 2 + index * 15, author: `a${index}`, index }));
  const start = performance.now();
  expect(burstsOf({ posts, since: 0, until: DAY })).toHaveLength(1);
  expect(performance.now() - start).toBeLessThan(2000);
});

const burst = (at: number): Burst => ({ at, posts: [], authors: 9, expected: 1, found: 9 });

test("the gap between two platforms is told in minutes from 1, and only within an hour", () => {
  const both = (gap: number) =>
    crossPlatformBurst([
      { platform: "farcaster", burst: burst(0) },
      { platform: "mastodon", burst: burst(gap) },
    ])?.minutes;
  expect([both(0), both(1), both(60_001), both(60 * MINUTE), both(61 * MINUTE)]).toEqual([1, 1, 2, 60, undefined]);
  expect(crossPlatformBurst([0, 1].map((at) => ({ platform: "mastodon" as const, burst: burst(at) })))).toBeUndefined();
});

test("the tail of a count is Poisson's, and heavier when counts are dispersed", () => {
  expect(countTail(3, 1, 1)).toBeCloseTo(0.0803, 4);
  expect(countTail(3, 1, 2)).toBeGreaterThan(countTail(3, 1, 1));
  // with mean 1 and variance 2 the count is geometric: P(X >= 3) = 1/8
  expect(countTail(3, 1, 2)).toBeCloseTo(0.125, 6);
  expect(countTail(60, 1, 1)).toBeGreaterThan(0);
});
