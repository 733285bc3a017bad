import { expect, test } from "vitest";
import { cleanText, htmlText, plainText } from "./html-text.ts";

test("markup is gone, breaks are spaces, entities are decoded once", () => {
  expect(htmlText("<p>a &amp; b<br/>c</p><p>d</p>")).toBe("a & b c d");
  expect(htmlText("&amp;lt;script&amp;gt;")).toBe("&lt;script&gt;");
  expect(htmlText('<a href="https://x.example"><span class="invisible">https://</span>x</a>')).toBe("https://x");
  expect(plainText("that&#39;s &#x1F680; &nope; <b>")).toBe("that's 🚀 &nope; <b>");
});

test("control characters, halves of characters and impossible entities come out harmless", () => {
  expect(cleanText("a\u0000\u001b[31mb\ud800c")).toBe("a [31mb c");
  expect(plainText("x&#0;&#xd800;&#9999999;y")).toBe("x   y");
});

test("tags that never end take no time", () => {
  const began = performance.now();
  expect(htmlText("<".repeat(1_000_000)).length).toBeLessThan(30_000);
  expect(performance.now() - began).toBeLessThan(1000);
});
