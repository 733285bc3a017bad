import { expect, test } from "vitest";
import { groupMood } from "./group-mood.ts";
import { readMood } from "./read-mood.ts";

test.each([
  ["insiders dumping, rug pull, going to zero", -1],
  ["bullish breakout, loading up before it moons 🚀", 1],
  ["not a scam", 1],
  ["never bullish on this", -1],
])("%j leans the way it reads", (text, sign) => {
  expect(Math.sign(readMood(text).mood)).toBe(sign);
});

test("a text without known words is not read, and tags and links are no words", () => {
  expect(readMood("the bridge took eleven minutes")).toEqual({ mood: 0, hits: 0 });
  expect(readMood("$MOON #bullish @bull https://moon.example/rocket")).toEqual({ mood: 0, hits: 0 });
  expect(readMood("constructor __proto__ toString")).toEqual({ mood: 0, hits: 0 });
});

test("a mood is one author's, however often he writes, and few authors hardly move it", () => {
  const moodOf = (authors: string[], mood: number) => {
    const group = groupMood();
    for (const author of authors) group.add(author, { mood, hits: 1 });
    return group.mood();
  };
  const loud = moodOf(
    Array.from({ length: 100 }, () => "one"),
    -1,
  );
  expect(loud).toMatchObject({ read: 1, authors: 1 });
  expect(loud.lean).toBeCloseTo(-1.16 / 11, 10);
  expect(
    moodOf(
      Array.from({ length: 100 }, (_, i) => `a${i}`),
      -1,
    ).lean,
  ).toBeLessThan(-1);
  expect(moodOf([], 0).lean).toBe(0);
});
