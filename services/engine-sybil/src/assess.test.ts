import { expect, test } from "vitest";
import { assess } from "./assess.ts";
import type { Post } from "./post.ts";

const until = 1_790_000_000_000;
const rumour = "insiders are dumping everything and it is going to zero, get out of this scam now";
const posts = (texts: readonly string[]): Post[] =>
  texts.map((text, index) => ({
    platform: "farcaster",
    id: `${index}`,
    author: `farcaster:${index}`,
    text,
    at: until - 3_600_000 + index * 20_000,
  }));
const assessed = (all: Post[]) => assess({ posts: all, platforms: [], until, symbol: "OAK", found: all.length });

test("copies that no reader could read are read as their plainest sister", () => {
  const spaced = Array.from({ length: 7 }, () => Array.from(rumour, (letter) => `${letter} `).join(""));
  expect(assessed(posts(spaced)).mood.coordinated.read).toBe(0);
  const { coordinated, mood } = assessed(posts([...spaced, rumour]));
  expect(coordinated).toMatchObject({ accounts: 8, posts: 8, share: 1 });
  expect(mood.coordinated).toMatchObject({ read: 8 });
  expect(mood.coordinated.lean).toBeLessThan(-0.3);
});

test("without posts nothing is found, and nothing is divided by zero", () => {
  expect(assessed([])).toMatchObject({
    posts: 0,
    authorRatio: 1,
    largestCluster: 0,
    chatter: 0,
    coordinated: { share: 0, shareAtLeast: 0 },
  });
});

test("one talkative account is one voice", () => {
  const alone = posts(Array.from({ length: 99 }, () => rumour)).map((post) => ({ ...post, author: "farcaster:1" }));
  expect(assessed(alone)).toMatchObject({ authors: 1, authorRatio: 0.0101, chatter: 6, largestCluster: 0, coordinated: { accounts: 0 } });
});

const hopeful = (count: number): Post[] =>
  posts(Array.from({ length: count }, (_, i) => `oak${i} elm${i * 3} ash${i * 7} fir${i * 13} yew${i * 17} bay${i * 29}`)).map(
    (post, i) => ({
      ...post,
      id: `c${i}`,
      author: `farcaster:c${i}`,
      at: until - 20 * 3_600_000 + i * 600_000,
    }),
  );
const linked = (count: number): Post[] =>
  posts(Array.from({ length: count }, () => rumour)).map((post) => ({ ...post, urls: ["https://news.example/oak"] }));

test("a text that many share with one link is one voice of the crowd, not as many frightened people as share it", () => {
  const { mood, shared, coordinated, copies, largestCluster } = assessed([...hopeful(100), ...linked(40)]);
  expect(mood.crowd).toMatchObject({ authors: 101, read: 1 });
  expect(shared).toEqual({ posts: 40, accounts: 40 });
  expect({ coordinated: coordinated.accounts, copies, largestCluster }).toEqual({ coordinated: 0, copies: undefined, largestCluster: 0 });
});

test("a shared text of fewer than five accounts is not worth a word", () => {
  expect(assessed([...hopeful(100), ...linked(4)]).shared).toBeUndefined();
});
