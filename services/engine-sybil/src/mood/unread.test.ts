import { expect, test } from "vitest";
import type { Post } from "../post.ts";
import { readTexts } from "../text/read-texts.ts";
import { unreadAmong } from "./unread.ts";

const unread = (texts: readonly string[]) => {
  const posts = texts.map((text, index): Post => ({ platform: "mastodon", id: `${index}`, author: `mastodon:${index}`, text, at: index }));
  return unreadAmong(posts, readTexts(posts));
};

test("posts in other alphabets are not read, English in disguise is, and so are posts with few letters", () => {
  const foreign = ["これは詐欺ですすぐに売ってください", "команда ушла и забрала все деньги", "الفريق سرق كل الأموال"];
  const read = ["the team is gone", "thе tеаm sоld аll, іt іs а sсаm", "𝐭𝐡𝐞 𝐭𝐞𝐚𝐦 𝐬𝐨𝐥𝐝 𝐚𝐥𝐥, 𝐢𝐭 𝐢𝐬 𝐚 𝐬𝐜𝐚𝐦", "🚀🚀🚀 100x", "日本"];
  expect(unread([...foreign, ...read])).toEqual({ looked: 8, found: 3 });
});

test("of many posts three hundred are looked at, evenly, and none of no posts", () => {
  const half = Array.from({ length: 5_000 }, (_, index) => (index < 2_500 ? "команда ушла и забрала все деньги" : "the team is gone"));
  expect(unread(half)).toEqual({ looked: 300, found: 150 });
  expect(unread([])).toEqual({ looked: 0, found: 0 });
});
