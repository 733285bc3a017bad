import { type Answer, notFound, type Provider } from "../web/provider.ts";
import type { Archive, ArchivedPost } from "./archive.ts";
import type { RateLimit } from "./rate-limit.ts";

const PAGE = 30;
const iso = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, "Z");

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");

const messageOf = ({ id, text, at, author, symbol }: ArchivedPost) => ({
  id,
  body: escapeHtml(text),
  created_at: iso(at),
  user: {
    id: author.id,
    username: author.name,
    name: author.name,
    avatar_url: "https://avatars.stocktwits.com/images/default_avatar_thumb.jpg",
    join_date: iso(author.since).slice(0, 10),
    official: false,
    identity: "User",
    classification: [],
    followers: author.followers,
    following: 12,
    ideas: 40,
    watchlist_stocks_count: 3,
    like_count: 9,
  },
  source: { id: 2269, title: "StockTwits Web", url: "https://stocktwits.com" },
  symbols: [symbolOf(symbol)],
  mentioned_users: [],
  entities: { sentiment: null },
});
const symbolOf = (symbol: string) => ({
  id: 10_000 + symbol.length,
  symbol: `${symbol}.X`,
  title: `${symbol} / US Dollar`,
  aliases: [],
  is_following: false,
  watchlist_count: 120,
});

const refusal = (status: number, message: string): Answer => ({ status, json: { response: { status }, errors: [{ message }] } });

/** StockTwits' symbol stream: `/api/2/streams/symbol/{SYM}.X.json?max=`, 30 messages a page, 200 calls an hour. */
export function stocktwits(archive: Archive, rate: RateLimit): Provider {
  return {
    name: "stocktwits",
    answer({ path, query }) {
      const symbol = /^\/api\/2\/streams\/symbol\/([^/]+)\.X\.json$/i.exec(decodeURIComponent(path))?.[1]?.toUpperCase();
      if (symbol === undefined) return notFound;
      if (!rate.take().allowed) return refusal(429, "Rate limit exceeded. Client may not make more than 200 requests an hour.");
      const all = archive.about(symbol, "stocktwits");
      if (!all) return refusal(404, "Symbol not found");
      const max = Number(query.get("max") ?? Infinity);
      const older = all.filter(({ id }) => id < max);
      const page = older.slice(0, PAGE);
      const cursor = { more: older.length > PAGE, since: page[0]?.id ?? 0, max: page.at(-1)?.id ?? 0 };
      return { json: { response: { status: 200 }, symbol: symbolOf(symbol), cursor, messages: page.map(messageOf) } };
    },
  };
}
