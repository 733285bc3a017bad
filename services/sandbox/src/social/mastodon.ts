import { notFound, type Provider } from "../web/provider.ts";
import { escapeHtml } from "./escape-html.ts";
import type { Archive, ArchivedPost } from "./archive.ts";
import type { RateLimit } from "./rate-limit.ts";

const HOST = "https://mastodon.sandbox.invalid";
const PAGE_MAX = 40;

function statusOf({ id, text, at, author, symbol }: ArchivedPost) {
  const tag = symbol.toLowerCase();
  const link = `<a href="${HOST}/tags/${tag}" class="mention hashtag" rel="tag">#<span>${symbol}</span></a>`;
  const url = `${HOST}/@${author.name}/${id}`;
  return {
    id: String(id),
    created_at: new Date(at).toISOString(),
    in_reply_to_id: null,
    in_reply_to_account_id: null,
    sensitive: false,
    spoiler_text: "",
    visibility: "public",
    language: "en",
    uri: `${HOST}/users/${author.name}/statuses/${id}`,
    url,
    replies_count: 0,
    reblogs_count: 0,
    favourites_count: 0,
    content: `<p>${escapeHtml(text)}</p><p>${link} <a href="${HOST}/tags/crypto" class="mention hashtag" rel="tag">#<span>crypto</span></a></p>`,
    reblog: null,
    account: {
      id: String(author.id),
      username: author.name,
      acct: author.name,
      display_name: author.name,
      locked: false,
      bot: false,
      created_at: new Date(author.since).toISOString(),
      note: "",
      url: `${HOST}/@${author.name}`,
      followers_count: author.followers,
      following_count: 30,
      statuses_count: 120,
    },
    media_attachments: [],
    mentions: [],
    tags: [tag, "crypto"].map((name) => ({ name, url: `${HOST}/tags/${name}` })),
    emojis: [],
    card: null,
    poll: null,
  };
}

/** Mastodon's public tag timeline: `/api/v1/timelines/tag/{tag}?limit=&max_id=`, newest first, 300 calls in 5 minutes; empty for a tag nobody uses. */
export function mastodon(archive: Archive, rate: RateLimit): Provider {
  return {
    name: "mastodon",
    answer({ path, query }) {
      const tag = /^\/api\/v1\/timelines\/tag\/([^/]+)$/.exec(decodeURIComponent(path))?.[1];
      if (tag === undefined) return notFound;
      const { allowed, limit, remaining, resetAt } = rate.take();
      const headers = {
        "x-ratelimit-limit": String(limit),
        "x-ratelimit-remaining": String(remaining),
        "x-ratelimit-reset": new Date(resetAt).toISOString(),
      };
      if (!allowed) return { status: 429, headers, json: { error: "Too many requests" } };
      const max = Number(query.get("max_id") ?? Infinity);
      const size = Math.min(PAGE_MAX, Number(query.get("limit") ?? 20));
      const older = (archive.about(tag, "mastodon") ?? []).filter(({ id }) => id < max);
      return { headers, json: older.slice(0, size).map(statusOf) };
    },
  };
}
