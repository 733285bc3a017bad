import { expect, test } from "vitest";
import { clustersOf } from "../coordination/clusters.ts";
import type { Post } from "../post.ts";
import { readTexts } from "../text/read-texts.ts";
import { moodOfSides } from "./mood-of-sides.ts";

const post = (author: string, text: string, at: number): Post => ({ platform: "mastodon", id: `${at}`, author, text, at });
function moods(posts: Post[], accounts: string[] = []) {
  const read = { posts, texts: readTexts(posts) };
  return moodOfSides(read, { accounts: new Set(accounts), clusters: clustersOf({ ...read, symbol: "OAK" }) });
}
const calm = "the bridge on the river took about eleven minutes this morning and worked";

test("who copies posts of a crowd with a word of fear behind them does not choose its mood", () => {
  const topics = ["apples", "boats", "candles", "doors", "engines"].map((topic) => calm.replaceAll("the", topic));
  const crowd = topics.map((text, index) => post(`a${index}`, text, index));
  const copies = topics.map((text, index) => post("copier", `${text}, rug scam dump`, 100 + index));
  const before = moods(crowd).crowd;
  expect(moods([...crowd, ...copies]).crowd).toMatchObject({ read: before.read + 1, authors: 6 });
});

test("a copy by a coordinated account that evades readers is read as its sister that does not", () => {
  const text = `${calm} before the rug pull and the dump of a scam`;
  const evading = text.replaceAll(/(rug|pull|dump|scam)/g, (word) => word.split("").join(" "));
  const copies = [post("a", text, 1), post("b", evading, 2), post("c", evading, 3)];
  expect(moods(copies, ["a", "b", "c"]).coordinated).toMatchObject({ read: 3, authors: 3 });
});
