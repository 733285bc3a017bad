import { expect, test } from "vitest";
import { canonicalUrl, pagesOf } from "./canonical-url.ts";

test("trackers, www, fragments and the order of parameters make no other page", () => {
  expect(canonicalUrl("https://www.News.example/a/?b=2&utm_source=x&a=1#top")).toBe("news.example/a?a=1&b=2");
  expect(canonicalUrl("https://news.example/a?a=1&b=2")).toBe("news.example/a?a=1&b=2");
  expect(canonicalUrl("http://m.news.example:80/a")).toBe("news.example/a");
});

test("only web links count, each once", () => {
  expect(canonicalUrl("javascript:alert(1)")).toBeUndefined();
  expect(pagesOf("see https://a.example/x and (https://a.example/x)", ["https://a.example/x?ref=me"])).toEqual(["a.example/x"]);
});

test("invitations are links without a scheme too", () => {
  expect(pagesOf("join t.me/+abc or Discord.gg/xyz, not at.me/x")).toEqual(["t.me/+abc", "discord.gg/xyz"]);
});

test("what ends a sentence is no part of a link", () => {
  expect(pagesOf("https://a.example/x, or https://a.example/x! or (https://a.example/x.) https://...")).toEqual(["a.example/x"]);
});

test("slashes at the end make no other page, however many stand before", () => {
  expect(canonicalUrl("https://a.example/x//")).toBe("a.example/x");
  expect(canonicalUrl("https://a.example//")).toBe("a.example");
  // a pattern that looked at each slash anew would take minutes
  expect(canonicalUrl(`https://a.example${"/".repeat(200_000)}b`)).toHaveLength("a.exampleb".length + 200_000);
});

test.each([
  [
    "x.com/status/1789",
    [
      "https://twitter.com/anna/status/1789?s=20&t=Ab",
      "https://fxtwitter.com/i/status/1789",
      "https://x.com/anna/status/1789/photo/1",
      "https://vxtwitter.com/anna/status/1789",
      "https://fixupx.com/anna/status/1789",
      "https://nitter.net/anna/status/1789#m",
    ],
  ],
  [
    "youtube.com/watch?v=dQw4w9WgXcQ",
    [
      "https://youtu.be/dQw4w9WgXcQ?si=a&t=7",
      "https://m.youtube.com/watch?v=dQw4w9WgXcQ&feature=share",
      "https://www.youtube.com/shorts/dQw4w9WgXcQ",
      "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
    ],
  ],
  ["t.me/oak", ["https://telegram.me/oak", "https://t.me/s/oak", "https://telegram.dog/oak/"]],
  ["t.me/+abc", ["https://t.me/joinchat/abc", "https://telegram.me/+abc"]],
  ["discord.gg/abc", ["https://discord.com/invite/abc", "https://discordapp.com/invite/abc", "https://discord.gg/abc"]],
  [
    "reddit.com/comments/1ab",
    [
      "https://old.reddit.com/r/x/comments/1ab/a_title/",
      "https://www.reddit.com/comments/1ab?context=3",
      "https://np.reddit.com/comments/1ab",
      "https://new.reddit.com/r/x/comments/1ab",
    ],
  ],
])("%s is one page under all its addresses", (page, addresses) => {
  expect(addresses.map(canonicalUrl)).toEqual(addresses.map(() => page));
});

test("parameters that are tracking on one site tell pages apart on another", () => {
  expect(canonicalUrl("https://forum.example/topic?t=4&s=1")).toBe("forum.example/topic?s=1&t=4");
  expect(canonicalUrl("https://github.com/a/b/blob/x?ref=main")).toBe("github.com/a/b/blob/x?ref=main");
  expect(canonicalUrl("https://a.example/?ref=anna")).toBe("a.example");
});

test("two posts, two accounts, two videos and a name that only looks like one stay apart", () => {
  const pages = [
    "https://x.com/anna",
    "https://x.com/anna/status/1",
    "https://x.com/anna/status/2",
    "https://x.com.evil.example/a/status/1",
    "https://youtu.be/aaaaaaaaaaa",
    "https://youtu.be/bbbbbbbbbbb",
  ];
  expect(new Set(pages.map(canonicalUrl)).size).toBe(pages.length);
});
