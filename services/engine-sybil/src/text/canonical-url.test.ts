import { expect, test } from "vitest";
import { canonicalUrl, pagesOf } from "./canonical-url.ts";

test("trackers, www, fragments and the order of parameters make no other page", () => {
  expect(canonicalUrl("https://www.News.example/a/?b=2&utm_source=x&a=1#top")).toBe("news.example/a?a=1&b=2");
  expect(canonicalUrl("https://news.example/a?a=1&b=2")).toBe("news.example/a?a=1&b=2");
});

test("only web links count, each once", () => {
  expect(canonicalUrl("javascript:alert(1)")).toBeUndefined();
  expect(pagesOf("see https://a.example/x and (https://a.example/x)", ["https://a.example/x?ref=me"])).toEqual(["a.example/x"]);
});
