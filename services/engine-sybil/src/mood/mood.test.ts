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
  const say = (author: string, mood: number) => ({ author, reading: { mood, hits: 1 } });
  const loud = groupMood(Array.from({ length: 100 }, () => say("one", -1)));
  expect(loud).toMatchObject({ read: 1, authors: 1 });
  expect(loud.lean).toBeCloseTo(-1.16 / 11, 10);
  expect(groupMood(Array.from({ length: 100 }, (_, i) => say(`a${i}`, -1))).lean).toBeLessThan(-1);
  expect(groupMood([]).lean).toBe(0);
});
