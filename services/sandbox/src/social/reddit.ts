import { notFound, type Provider } from "../web/provider.ts";
import type { WorldToken } from "../world.ts";
import { escapeHtml } from "./escape-html.ts";
import type { RateLimit } from "./rate-limit.ts";
import { type PlacedPost, talkOf } from "./talk-of.ts";

const base36 = (symbol: string, number: number): string => (Number.parseInt(symbol.slice(0, 6), 36) * 1000 + number).toString(36);

function entryOf({ symbol, number, author, text, at }: PlacedPost): string {
  const id = `t3_${base36(symbol, number)}`;
  const link = `https://www.reddit.com/r/CryptoMoonShots/comments/${id.slice(3)}/`;
  const user = `u_${symbol.toLowerCase()}_${author.id}`;
  const html = `<!-- SC_OFF --><div class="md"><p>${escapeHtml(text)}</p> </div><!-- SC_ON --> &#32; submitted by &#32; <a href="https://www.reddit.com/user/${user}"> /u/${user} </a> <br/> <span><a href="${link}">[link]</a></span> &#32; <span><a href="${link}">[comments]</a></span>`;
  return (
    `<entry><author><name>/u/${user}</name><uri>https://www.reddit.com/user/${user}</uri></author><category term="CryptoMoonShots" label="r/CryptoMoonShots"/>` +
    `<content type="html">${escapeHtml(html)}</content><id>${id}</id><link href="${link}" /><updated>${new Date(at).toISOString()}</updated>` +
    `<published>${new Date(at).toISOString()}</published><title>${escapeHtml(`${symbol} thoughts`)}</title></entry>`
  );
}

/** Reddit's feeds: `/r/{boards}/new/.rss`, Atom, at most 100 entries, newest first; hardly any calls, then 429. Its JSON is closed (403). */
export function reddit(world: readonly WorldToken[], now: () => number, rate: RateLimit): Provider {
  return {
    name: "reddit",
    answer({ path, query }) {
      if (path.endsWith(".json")) return { status: 403, text: "<html><body>whoa there, pardner!</body></html>" };
      if (!/^\/r\/[\w+]+\/new\/\.rss$/.test(path)) return notFound;
      if (!rate.take().allowed) return { status: 429, headers: { "x-ratelimit-reset": "30" }, text: "Too Many Requests" };
      const entries = talkOf(world, now(), "reddit")
        .toReversed()
        .slice(0, Math.min(100, Number(query.get("limit") ?? 25)));
      const head = `<title>newest submissions</title><updated>${new Date(now()).toISOString()}</updated>`;
      const text = `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom">${head}${entries.map(entryOf).join("")}</feed>`;
      return { headers: { "content-type": "application/atom+xml; charset=UTF-8" }, text };
    },
  };
}
