import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Post, Sample } from "@token-sentiment/engine-sybil";
import { z } from "zod";
import { readJsonLines, readQuotedCsv } from "./read.ts";

const Message = z.object({
  channel_id: z.number(),
  id: z.number(),
  date: z.iso.datetime(),
  text: z.string(),
  fwd_from_channel: z.union([z.number(), z.string()]).nullable(),
});

const BEFORE_MS = 30 * 60_000;
/** How long a window lasts beyond the announcement. */
export const AFTER_MS = 15 * 60_000;

/** A window with all posts of its time, as the engine is shown it. */
interface TelegramWindow {
  kind: string;
  coin: string;
  sample: Sample;
}

/** The rows of telegram_pump_channels; none without its two files. */
export function telegramRows(folder: string): Record<string, string>[] {
  const file = join(folder, "windows_pump_vs_quiet.csv");
  return existsSync(file) && existsSync(messagesOf(folder)) ? readQuotedCsv(file) : [];
}

const messagesOf = (folder: string): string => join(folder, "messages.jsonl.gz");

/** Those windows whose messages are there, in the order of the file. The channel is the author, a forward a repost of its origin. */
export function telegramWindows(folder: string, rows = telegramRows(folder)): TelegramWindow[] {
  if (rows.length === 0) return [];
  const posts = readJsonLines(messagesOf(folder))
    .map((line) => postOf(Message.parse(line)))
    .toSorted((a, b) => a.at - b.at);
  return rows.flatMap(({ kind = "", coin = "", t0, n }) => {
    const from = Number(t0) * 1000 - BEFORE_MS;
    const until = Number(t0) * 1000 + AFTER_MS;
    const within = posts.filter(({ at }) => at >= from && at <= until);
    // a window that held something, of which nothing is here
    if (within.length === 0 && Number(n) > 0) return [];
    const platforms = [{ platform: "telegram" as const, since: from }];
    return [{ kind, coin, sample: { posts: within, platforms, until, symbol: coin, found: within.length } }];
  });
}

function postOf({ channel_id, id, date, text, fwd_from_channel }: z.infer<typeof Message>): Post {
  const post: Post = { platform: "telegram", id: `${channel_id}/${id}`, author: `telegram:${channel_id}`, text, at: Date.parse(date) };
  // the origin's number is not in the data: the same words of the same channel are the same message
  return fwd_from_channel === null ? post : { ...post, repostOf: `${fwd_from_channel} ${text}` };
}
