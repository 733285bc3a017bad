import { createHash } from "node:crypto";
import { notFound, type Provider } from "../web/provider.ts";
import type { Archive, ArchivedPost } from "./archive.ts";
import type { RateLimit } from "./rate-limit.ts";

const castOf = ({ id, text, at, author }: ArchivedPost) => ({
  hash: `0x${createHash("sha1").update(`cast ${id}`).digest("hex")}`,
  threadHash: `0x${createHash("sha1").update(`cast ${id}`).digest("hex")}`,
  author: { fid: author.id, username: author.name, displayName: author.name, followerCount: author.followers, followingCount: 20 },
  text,
  timestamp: at,
  replies: { count: 0 },
  reactions: { count: 0 },
  recasts: { count: 0 },
});

/** Farcaster's client API: `/v2/search-casts?q=&limit=&cursor=`, newest first. */
export function farcaster(archive: Archive, rate: RateLimit): Provider {
  return {
    name: "farcaster",
    answer({ path, query }) {
      if (path !== "/v2/search-casts") return notFound;
      if (!rate.take().allowed)
        return { status: 429, headers: { "retry-after": "60" }, json: { errors: [{ message: "Too many requests" }] } };
      const q = query.get("q") ?? "";
      const limit = Number(query.get("limit") ?? 25);
      if (q === "" || !(limit >= 1 && limit <= 100)) return { status: 400, json: { errors: [{ message: "Invalid query" }] } };
      const from = Number(Buffer.from(query.get("cursor") ?? "", "base64url").toString() || 0);
      const found = archive.saying(q, "farcaster");
      const casts = found.slice(from, from + limit).map(castOf);
      const more = found.length > from + limit;
      return { json: { result: { casts }, ...(more && { next: { cursor: Buffer.from(`${from + limit}`).toString("base64url") } }) } };
    },
  };
}
