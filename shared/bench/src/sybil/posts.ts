import type { Post } from "@token-sentiment/engine-sybil";
import { createRandom, type Random } from "@token-sentiment/sandbox";

/** When the newest of the posts could have been made, epoch ms. */
export const UNTIL = Date.parse("2026-11-20T15:00:00Z");
const DAY_MS = 24 * 60 * 60_000;
const platforms = ["stocktwits", "farcaster", "mastodon", "bluesky"] as const;

const letters = "etaoinshrdlucmfwypvbgkjqxz";
const wordOf = (number: number): string => {
  let word = "";
  for (let rest = number + 27; rest > 0; rest = Math.floor(rest / 26)) word += letters[rest % 26];
  return word;
};
const words = Array.from({ length: 8_000 }, (_, number) => wordOf(number));
/** Rare words are rare. */
const sentence = (random: Random, length: number): string =>
  Array.from({ length }, () => words[Math.floor(words.length * random.next() ** 3)]).join(" ");

/** A day of a token: a crowd of Zipf's kind, a fifth of it with links, reposts or answers, and campaigns of 40 accounts that copy, pass on and link. */
export function ordinaryDay(count: number): Post[] {
  const random = createRandom(`day of ${count}`);
  const pick = (share: number, key: () => Partial<Post>): Partial<Post> => (random.next() < share ? key() : {});
  const posts = Array.from({ length: count }, (_, id): Post => {
    const platform = random.pick(platforms);
    return {
      platform,
      id: `${id}`,
      author: `${platform}:${Math.floor(count * random.next() ** 2)}`,
      text: sentence(random, 8 + random.below(18)),
      at: UNTIL - 1 - random.below(DAY_MS),
      ...pick(0.1, () => ({ urls: [`https://www.news.example/${random.below(count)}?utm_source=a`] })),
      ...pick(0.05, () => ({ repostOf: `${random.below(count)}` })),
      ...pick(0.05, () => ({ replyTo: `${random.below(count)}` })),
    };
  });
  for (let campaign = 0; campaign < 12; campaign += 1) {
    const [text, start] = [sentence(random, 14), UNTIL - DAY_MS + random.below(DAY_MS - 600_000)];
    for (let member = 0; member < 40; member += 1)
      posts[campaign * 40 + member] = {
        platform: "mastodon",
        id: `c${campaign} ${member}`,
        author: `mastodon:c${campaign} ${member}`,
        text: random.next() < 0.5 ? text.toUpperCase() : `${text} ${words[random.below(words.length)]}`,
        at: start + random.below(600_000),
        ...(campaign % 3 === 1 && { urls: [`https://pump.example/${campaign}`] }),
        ...(campaign % 3 === 2 && { repostOf: `${campaign}` }),
      };
  }
  return posts.toSorted((a, b) => a.at - b.at);
}

type Maker = (random: Random, index: number) => Partial<Post>;
const LATIN: Range = [97, 123];
type Range = readonly [number, number];
const noise = (random: Random, length: number, [from, to]: Range): string =>
  String.fromCharCode(...Array.from({ length }, () => from + random.below(to - from)));

/** Posts made to be slow, by what is bad about them. */
export const worst: Record<string, Maker> = {
  "one text": () => ({ text: "insiders are dumping everything and the team is gone for good" }),
  "one text, within a minute": (_, index) => ({
    text: "insiders are dumping everything and the team is gone for good",
    at: UNTIL - 60_000 + index,
  }),
  "one repost": () => ({ repostOf: "1" }),
  "50 reposts in turn, within a minute": (_, index) => ({ repostOf: `${index % 50}`, at: UNTIL - 60_000 + index * 2 }),
  "400 links by turns, all at once": (_, index) => ({ urls: [`https://a.example/${index % 400}`], at: UNTIL - 60_000 }),
  "random letters, 4,000 a post": (random) => ({ text: noise(random, 4_000, LATIN) }),
  "random Unicode, 1,000 units a post": (random) => ({ text: noise(random, 1_000, [0xa0, 0xd7ff]) }),
  "letters that NFKC makes eighteen of": () => ({ text: "\ufdfa".repeat(1_000) }),
  "piled marks": (random) => ({ text: Array.from({ length: 200 }, () => `a${noise(random, 4, [0x300, 0x36f])}`).join("") }),
  "ten links of 400 characters": (random) => ({
    text: Array.from({ length: 10 }, () => `https://${noise(random, 20, LATIN)}.example/${noise(random, 360, LATIN)}`).join(" "),
  }),
  "links with 950 slashes": (_, index) => ({ text: `https://a.example${"/".repeat(950)}${index}` }),
  "texts that share half of their words": (random, index) => ({
    text: `${words.slice(index % 40, (index % 40) + 14).join(" ")} ${sentence(random, 10)}`,
  }),
  "signs only": (random) => ({ text: "@$#@".repeat(100) + "a".repeat(random.below(400)) + " https://".repeat(10) }),
};

/** 20,000 posts of one kind of the worst, over a day, each by an account of its own. */
export function worstDay(name: string, count: number): Post[] {
  const random = createRandom(name);
  const make = worst[name];
  return Array.from({ length: count }, (_, index): Post => {
    const post: Post = {
      platform: "mastodon",
      id: `${index}`,
      author: `mastodon:${index}`,
      text: "gm",
      at: UNTIL - DAY_MS + index * 4_000,
    };
    return { ...post, ...make?.(random, index) };
  }).toSorted((a, b) => a.at - b.at);
}
