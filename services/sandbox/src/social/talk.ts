import type { Talk, WorldToken } from "../world.ts";
import { evasions } from "./evasions.ts";
import { afraid, everyday, type Phrases, praises, rumours } from "./phrases.ts";
import { createRandom, type Random } from "./random.ts";

/** Where the sandbox's people write. */
const socialPlatforms = ["stocktwits", "farcaster", "mastodon"] as const;
export type SocialPlatform = (typeof socialPlatforms)[number];

/** An account on one platform. */
interface SocialAuthor {
  /** Unique within its platform. */
  id: number;
  name: string;
  /** Epoch ms. */
  since: number;
  followers: number;
}

/** One post of the sandbox. */
export interface SocialPost {
  platform: SocialPlatform;
  author: SocialAuthor;
  text: string;
  /** Epoch ms. */
  at: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How many people talk how much, and who copies what at once. */
interface Shape {
  /** `wave`: half of the posts follow one event. */
  crowd: { people: number; posts: number; phrases: Phrases; wave?: boolean };
  campaign?: { accounts: number; posts: number; minutes: number; texts: readonly [string, ...string[]] };
}
const shapes: Record<Talk, Shape> = {
  none: { crowd: { people: 1, posts: 0, phrases: everyday } },
  organic: { crowd: { people: 26, posts: 28, phrases: everyday } },
  panic: { crowd: { people: 140, posts: 150, phrases: afraid, wave: true } },
  fud_campaign: {
    crowd: { people: 75, posts: 80, phrases: everyday },
    campaign: { accounts: 22, posts: 66, minutes: 9, texts: rumours },
  },
  pump_campaign: {
    crowd: { people: 48, posts: 50, phrases: everyday },
    campaign: { accounts: 16, posts: 60, minutes: 12, texts: praises },
  },
};

function authorOf(platform: SocialPlatform, number: number, { random, bornBefore, young }: Birth): SocialAuthor {
  const age = young ? random.below(20 * DAY) + DAY : random.below(2500 * DAY) + 60 * DAY;
  const name = `${young ? "crypto_alert" : "trader"}_${platform.slice(0, 2)}${number}`;
  return { id: 100_000 + number, name, since: bornBefore - age, followers: young ? random.below(12) : random.below(900) + 15 };
}
interface Birth {
  random: Random;
  bornBefore: number;
  young: boolean;
}

/** What people wrote about a token in the 24 hours before the last full hour: the same for the same token, `seed` and hour. */
export function talkAbout(token: Pick<WorldToken, "coin_symbol" | "talk">, now: number, seed = ""): SocialPost[] {
  const end = Math.floor(now / HOUR) * HOUR;
  const { crowd, campaign } = shapes[token.talk];
  const random = createRandom(`${token.coin_symbol} ${token.talk} ${seed}`);
  const posts = [...crowdPosts(crowd, end, random), ...(campaign ? campaignPosts(campaign, end, random) : [])];
  return posts
    .map((post) => ({ ...post, text: post.text.replaceAll("$TAG", `$${token.coin_symbol}`) }))
    .toSorted((a, b) => a.at - b.at || a.author.id - b.author.id);
}

/** Each person has one platform; a few write more than others. */
function crowdPosts({ people, posts, phrases, wave = false }: Shape["crowd"], end: number, random: Random): SocialPost[] {
  const event = end - (3 + random.below(4)) * HOUR - random.below(HOUR);
  const authors = Array.from({ length: people }, (_, number) => {
    const platform = random.pick(socialPlatforms);
    return { platform, author: authorOf(platform, number, { random, bornBefore: end, young: random.next() < 0.06 }) };
  });
  return Array.from({ length: posts }, (_, index) => {
    // everybody speaks once, then the talkative again
    const who = authors[index < people ? index : Math.floor(people * random.next() ** 2)] ?? authors[0]!;
    const text = [phrases.openings, phrases.matters, phrases.remarks].map((parts) => random.pick(parts)).join(", ");
    const at = wave && random.next() < 0.5 ? afterEvent(event, random) : timeOfDay(end, random);
    return { ...who, text, at };
  });
}

/** Half of the posts come within 14 minutes of the event, none later than three hours after it: a wave also for whoever hears some places only. */
const afterEvent = (event: number, random: Random): number =>
  event + Math.min(3 * HOUR, Math.floor(-Math.log(1 - random.next()) * 20 * MINUTE));

/** The last full hour is three in the afternoon for these people, whenever it is: else the hour of a run would decide what is a wave. */
const THEIR_HOUR = 15;

/** Fewer posts at night. */
function timeOfDay(end: number, random: Random): number {
  for (;;) {
    const at = end - 1 - random.below(DAY);
    const clock = at - end + THEIR_HOUR * HOUR;
    if (random.next() < 0.65 + 0.35 * Math.sin((2 * Math.PI * clock) / DAY)) return at;
  }
}

/** One evening, few accounts, the same sentences behind many disguises, on every platform at once. */
function campaignPosts({ accounts, posts, minutes, texts }: NonNullable<Shape["campaign"]>, end: number, random: Random): SocialPost[] {
  const start = end - (2 + random.below(6)) * HOUR - random.below(HOUR);
  const disguises = Object.values(evasions);
  const members = Array.from({ length: accounts }, (_, number) => {
    const platform = socialPlatforms[number % 2] ?? "stocktwits";
    return { platform, author: authorOf(platform, 5_000 + number, { random, bornBefore: end, young: random.next() < 0.7 }) };
  });
  return Array.from({ length: posts }, (_, index) => {
    const evade = disguises[random.below(disguises.length)] ?? ((text: string) => text);
    const text = evade(texts[Math.floor(index / accounts) % texts.length] ?? texts[0], random);
    return { ...(members[index % accounts] ?? members[0]!), text, at: start + random.below(minutes * MINUTE) };
  });
}
