import type { TalkHour } from "@token-sentiment/contract";
import { expect, test } from "vitest";
import { chatterAgainst, usualOf } from "./usual.ts";

const HOUR = 3_600_000;
const NOW = 500_000 * HOUR + 600_000;
const LAST = NOW - 600_000 - HOUR;
/** One message an hour for `days` days back, of `posts(hoursAgo)` posts. */
const counted = (days: number, posts: (hoursAgo: number) => number): TalkHour[] =>
  Array.from({ length: days * 24 }, (_, ago) => ({ hour: LAST - ago * HOUR, posts: posts(ago), authors: Math.ceil(posts(ago) / 2) }));

test("the last day is compared with the median of the days before", () => {
  const hours = counted(11, (ago) => (ago < 24 ? 6 : ago < 48 ? 50 : 2));
  expect(usualOf({ by: "symbol", hours, whole: hours }, NOW)).toEqual({
    by: "symbol",
    posts: 144,
    authors: 72,
    usualPosts: 48,
    usualAuthors: 24,
    days: 10,
  });
});

test("an hour without a post counts as silence when it was heard, and as nothing when it was not", () => {
  const whole = counted(9, () => 100);
  const hours = counted(9, () => 1).filter((_, ago) => ago % 2 === 0);
  expect(usualOf({ by: "symbol", hours, whole }, NOW)).toMatchObject({ posts: 12, usualPosts: 12, days: 8 });
  const patchy = whole.filter((_, ago) => ago < 48 || ago >= 96 || ago % 2 === 0);
  expect(usualOf({ by: "symbol", hours, whole: patchy }, NOW)).toEqual({ days: 6 });
});

test("a few hours that were not heard are made up for by the rest of their day", () => {
  const hours = counted(9, () => 2).filter((_, ago) => ago >= 4);
  expect(usualOf({ by: "symbol", hours, whole: hours }, LAST + HOUR - 3 * HOUR)).toMatchObject({ posts: 48, usualPosts: 48 });
});

test("before seven days, and when nobody has counted for hours, nothing is called usual", () => {
  const hours = counted(6, () => 1);
  expect(usualOf({ by: "symbol", hours, whole: hours }, NOW)).toEqual({ days: 5 });
  const enough = counted(10, () => 1);
  expect(usualOf({ by: "symbol", hours: enough, whole: enough }, NOW + 4 * HOUR)).toEqual({ days: 9 });
  expect(usualOf({ by: "symbol", hours: [], whole: [] }, NOW)).toEqual({ days: 0 });
});

test("chatter is 50 as usual, 67 at twice that, 100 at eight times, and hardly more for a few after silence", () => {
  const chatter = (authors: number, usualAuthors: number) =>
    chatterAgainst({ by: "symbol", posts: 0, usualPosts: 0, days: 9, authors, usualAuthors });
  expect([chatter(95, 95), chatter(195, 95), chatter(795, 95), chatter(0, 95)]).toEqual([50, 67, 100, 0]);
  expect(chatter(3, 0)).toBe(61);
});
