/** Where a host's posts are heard from `from` on (epoch microseconds), messages of at most `maxBytes`. */
export function subscription(host: string, { from, maxBytes }: { from: number; maxBytes: number }): string {
  const url = new URL(host);
  url.protocol = /^(?:https|wss):$/.test(url.protocol) ? "wss:" : "ws:";
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/subscribe`;
  url.searchParams.set("wantedCollections", "app.bsky.feed.post");
  url.searchParams.set("maxMessageSizeBytes", String(maxBytes));
  url.searchParams.set("cursor", String(Math.floor(from)));
  return url.href;
}
