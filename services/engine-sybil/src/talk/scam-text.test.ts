import { expect, test } from "vitest";
import type { Post } from "../post.ts";
import { bucketsOf, promotionIn, readsLikeScam, scamScore } from "./scam-text.ts";

const scam = "Claim your free airdrop now! Send your wallet address, follow and RT, giveaway of $1000 ends soon https://claim.example";
const talk = "The chart looks weak to me, I sold half of my position this morning";

test("an airdrop for everybody reads like a scam, a holder's doubt does not, and neither does nothing", () => {
  expect([scam, talk, ""].map(readsLikeScam)).toEqual([true, false, false]);
});

test("letters that imitate others change nothing, and neither do other digits, links or addresses", () => {
  expect(bucketsOf("ＣＬＡＩＭ 500 https://a.example/1")).toEqual(bucketsOf("claim 1000000 https://b.example/2"));
  expect(bucketsOf(`0x${"a".repeat(40)}`)).toEqual(bucketsOf(`0x${"b".repeat(40)}`));
  expect(bucketsOf("claim it")).not.toEqual(bucketsOf("it claim"));
});

test("a score is the bias and the weights of what a text holds, over the root of their number", () => {
  const weights = new Float32Array(1 << 15);
  for (const bucket of bucketsOf("to the moon")) weights[bucket] = 2;
  expect(scamScore(bucketsOf("to the moon"), { weights, bias: -1 })).toBeCloseTo(-1 + (2 * 5) / Math.sqrt(5), 6);
  expect(scamScore(new Set(), { weights, bias: -1 })).toBe(-1);
});

test("of many posts a thousand are looked at, evenly", () => {
  const posts = Array.from({ length: 5_000 }, (_, id): Post => ({
    platform: "bluesky",
    id: `${id}`,
    author: "bluesky:a",
    text: id % 2 === 0 ? scam : talk,
    at: id,
  }));
  expect(promotionIn(posts.slice(0, 10))).toEqual({ looked: 10, found: 5 });
  expect(promotionIn([...posts.slice(0, 2500), ...posts.slice(0, 2500).map((post) => ({ ...post, text: talk }))])).toMatchObject({
    looked: 1_000,
  });
  expect(promotionIn([])).toEqual({ looked: 0, found: 0 });
});
