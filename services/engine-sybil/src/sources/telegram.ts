import { UnavailableError, type Upstream } from "@token-sentiment/engine";
import { z } from "zod";
import type { Post } from "../post.ts";
import { htmlText } from "./html-text.ts";
import type { Source } from "./source.ts";

const MESSAGES_MAX = 50;
const MESSAGE_MAX = 64 * 1024;
const WRAP = '<div class="tgme_widget_message_wrap';

/** The HTML of the element that begins at `start`, up to its own end: `div`s nest. */
function elementAt(html: string, start: number): string {
  const tags = /<(\/?)div\b[^<>]*>/g;
  tags.lastIndex = start;
  let depth = 0;
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    depth += tag[1] === "/" ? -1 : 1;
    if (depth === 0) return html.slice(start, tag.index);
  }
  return html.slice(start);
}

/** The messages of a channel's preview page. A quoted parent wears the class of a text too: only `js-message_text` is the message's own. */
export function readPreview(html: string, channel: string): Post[] {
  return html
    .split(WRAP)
    .slice(1, MESSAGES_MAX + 1)
    .flatMap((whole): Post[] => {
      const block = whole.slice(0, MESSAGE_MAX);
      const number = /\bdata-post="[\w]{1,64}\/(\d{1,12})"/.exec(block)?.[1];
      const at = Date.parse(/<time\b[^<>]*\bdatetime="([^"<>]{1,40})"/.exec(block)?.[1] ?? "");
      const start = /<div class="tgme_widget_message_text js-message_text"[^<>]*>/.exec(block)?.index;
      if (number === undefined || Number.isNaN(at)) return [];
      const text = start === undefined ? "" : htmlText(elementAt(block, start));
      const parent = /<a class="tgme_widget_message_reply"[^<>]*\bhref="https:\/\/t\.me\/\w{1,64}\/(\d{1,12})"/.exec(block)?.[1];
      const replyTo = parent === undefined ? {} : { replyTo: `${channel}/${parent}` };
      return [{ platform: "telegram", id: `${channel}/${number}`, author: `telegram:${channel}`, anonymous: true, text, at, ...replyTo }];
    });
}

/** What the token's own channel says, where it has one; all of it is about the token, and all of it is one author. */
export function telegram(upstream: Upstream): Source {
  return {
    platform: "telegram",
    async read({ terms: { channel, isChannelUnknown }, since, signal }) {
      if (isChannelUnknown) throw new UnavailableError("telegram: the token's channel could not be looked up");
      if (channel === undefined) return "no place";
      const html = await upstream.request(z.string(), { path: `s/${channel}`, as: "text", signal }).catch((error: unknown) => {
        if (error instanceof UnavailableError && error.status === 302) return "";
        throw error;
      });
      // a group, which strangers cannot read, is told by a redirect or a page without a history
      if (!html.includes("tgme_channel_history")) return "no place";
      const posts = readPreview(html, channel.toLowerCase());
      if (posts.length === 0 && html.includes(WRAP)) throw new UnavailableError("telegram sent messages of another shape");
      const oldest = Math.min(...posts.map(({ at }) => at));
      return { posts: posts.filter(({ text }) => text !== ""), since: Number.isFinite(oldest) ? Math.max(since, oldest) : since };
    },
  };
}
