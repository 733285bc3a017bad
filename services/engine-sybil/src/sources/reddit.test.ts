import { expect, test } from "vitest";
import { toPost } from "./reddit.ts";

const entry = (html: string) => ({ id: "t3_1", title: "title", html, author: "/u/Somebody", at: 1 });

test("Reddit's footer is no part of a post, and its author is told by name alone", () => {
  const post = toPost(
    entry('<p>$OAK is up</p> &#32; submitted by &#32; <a href="https://www.reddit.com/user/x">/u/x</a> <a href="">[link]</a>'),
  );
  expect(post).toMatchObject({ text: "title $OAK is up", author: "reddit:somebody", urls: [] });
});

test.each([" ", "\u2003", "\u00a0"])("a feed of posts padded with %j is read within the time of a test", (space) => {
  const padded = entry(`x${space.repeat(19_000)}x`);
  for (let post = 0; post < 100; post += 1) expect(toPost(padded).text).toHaveLength(19_008);
});
