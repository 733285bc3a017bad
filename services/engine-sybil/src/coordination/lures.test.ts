import { expect, test } from "vitest";
import type { Post } from "../post.ts";
import { readTexts } from "../text/read-texts.ts";
import { actOf } from "./clusters.ts";
import { luresOf } from "./lures.ts";

const own = `0x${"aB".repeat(20)}`;
const lures = (texts: readonly string[], contract: string | undefined = own) => {
  const posts = texts.map((text, index): Post => ({ platform: "mastodon", id: `${index}`, author: `mastodon:${index}`, text, at: index }));
  return luresOf(posts.map(actOf), { posts, texts: readTexts(posts), contract });
};

test("copies that invite to private groups or name another contract than the one asked about are counted", () => {
  const texts = [
    "calls at https://t.me/joinchat/abc",
    "calls at https://discord.com/invite/abc",
    `the real one is 0x${"12".repeat(20)}`,
    "buy EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  ];
  expect(lures(texts)).toEqual({ invitations: 2, otherContracts: 2 });
});

test("its own contract in any case, a long word, a channel and everybody's chat are none", () => {
  expect(lures([own.toLowerCase(), own, "a".repeat(40), "https://t.me/oak", "see https://x.com/oak"])).toEqual({
    invitations: 0,
    otherContracts: 0,
  });
});

test("where no contract was asked about none is another", () => {
  expect(lures([`0x${"12".repeat(20)}`], "")).toEqual({ invitations: 0, otherContracts: 1 });
  const posts: Post[] = [{ platform: "mastodon", id: "1", author: "a", text: `0x${"12".repeat(20)}`, at: 0 }];
  expect(luresOf(posts.map(actOf), { posts, texts: readTexts(posts), contract: undefined }).otherContracts).toBe(0);
});
