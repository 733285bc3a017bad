import { existsSync } from "node:fs";
import { join } from "node:path";
import { observeRules } from "@token-sentiment/engine";
import { assess, type Facts, type Post, readMood, readsLikeScam, rulesOn, skeleton, talkOf } from "@token-sentiment/engine-sybil";
import type { EvaluationInput } from "../evaluation.ts";
import { figure, share } from "../score.ts";
import { areaUnderCurve } from "../solana/area-under-curve.ts";
import { readQuotedCsv } from "./read.ts";

const DAY_MS = 24 * 60 * 60_000;
const CASHTAG = /\$([A-Z][A-Z0-9]{1,9})(?:\.X)?\b/g;
/** Days of a symbol with fewer posts cannot show a campaign. */
const MIN_POSTS = 5;

/** Retail talk without known campaigns: every day of every symbol, and every whole day, is a token that the engine looks at. */
export function evaluateStocktwits(folder: string, { say }: EvaluationInput): void {
  const file = join(folder, "messages.csv.gz");
  if (!existsSync(file)) return say("stocktwits: no messages.csv.gz");
  const rows = readQuotedCsv(file).filter(({ created_at = "" }) => Number.isFinite(Date.parse(created_at)));
  const ages = authorsSince(folder);
  const days = new Map<string, Post[]>();
  for (const { message_id = "", created_at = "", author = "", body = "" } of rows) {
    const since = ages.get(author);
    const post: Post = {
      platform: "stocktwits",
      id: message_id,
      author: `stocktwits:${author}`,
      ...(since !== undefined && { authorSince: since }),
      text: body,
      at: Date.parse(created_at),
    };
    for (const symbol of new Set(["", ...[...body.matchAll(CASHTAG)].map(([, tag = ""]) => tag)])) {
      const key = `${Math.floor(post.at / DAY_MS)} ${symbol}`;
      const day = days.get(key);
      if (day) day.push(post);
      else days.set(key, [post]);
    }
  }
  const judged = [...days].filter(([, posts]) => posts.length >= MIN_POSTS).map(([key, posts]) => judge(key, posts));
  const posts = judged.reduce((sum, day) => sum + day.posts, 0);
  const claims = judged.filter(({ claim }) => claim).length;
  const named = judged.filter(({ accounts }) => accounts > 0);
  say(`stocktwits: ${rows.length} posts; ${judged.length} days of a symbol or of all with at least ${MIN_POSTS}, ${posts} posts in them`);
  say(`stocktwits campaign claims: ${claims}, ${figure((1000 * claims) / posts)} per 1,000 posts`);
  say(
    `stocktwits days on which copies are told without weight: ${share(named.length, judged.length)}, at most ${Math.max(0, ...named.map(({ accounts }) => accounts))} accounts`,
  );
  const scams = rows.filter(({ body = "" }) => readsLikeScam(body)).length;
  say(`stocktwits posts that the scam model takes for scams, spam or advertisements: ${share(scams, rows.length)}`);
  const tagged = rows.filter(({ tag }) => tag === "Bullish" || tag === "Bearish");
  const moods = tagged.map(({ tag, body = "" }) => ({ positive: tag === "Bullish", value: readMood(skeleton(body)).mood }));
  say(`stocktwits mood against the authors' own tags: AUC ${figure(areaUnderCurve(moods))} of ${tagged.length} posts`);
}

function authorsSince(folder: string): Map<string, number> {
  const file = join(folder, "users.csv.gz");
  if (!existsSync(file)) return new Map();
  const dated = readQuotedCsv(file).map(({ author = "", join_date = "" }): [string, number] => [author, Date.parse(join_date)]);
  return new Map(dated.filter(([, since]) => Number.isFinite(since)));
}

/** A campaign is claimed when a line about coordinated accounts moves a scenario. */
function judge(key: string, unordered: readonly Post[]): { posts: number; claim: boolean; accounts: number } {
  const [day = "0", symbol = ""] = key.split(" ");
  const since = Number(day) * DAY_MS;
  const posts = unordered.toSorted((a, b) => a.at - b.at);
  const platforms = [{ platform: "stocktwits" as const, since }];
  const assessment = assess({ posts, platforms, until: since + DAY_MS, symbol, found: posts.length });
  const sources = { speaking: ["stocktwits" as const], answered: ["stocktwits" as const], cut: [], failed: [], notAsked: [], off: [] };
  const facts: Facts = { assessment, talk: talkOf(posts, undefined), ...sources };
  const signals = observeRules(rulesOn(facts), facts, { observedAt: since + DAY_MS });
  const claim = signals.some(({ code, weights }) => code.startsWith("coordinated") && Object.values(weights).some((nats) => nats !== 0));
  return { posts: posts.length, claim, accounts: assessment.coordinated.accounts };
}
