import { notFound, type Provider } from "../web/provider.ts";
import type { WorldToken } from "../world.ts";
import { escapeHtml } from "./escape-html.ts";

const HOUR = 3_600_000;
const NEWS = [
  "Weekly update of $TAG: two fixes in the app, the calendar has the next call.",
  "Thank you for joining the $TAG call. The recording is on our site.",
  "Maintenance of the $TAG explorer tonight, about an hour.",
] as const;

const message = (channel: string, { number, text, at }: { number: number; text: string; at: number }): string => `
<div class="tgme_widget_message_wrap js-widget_message_wrap">
<div class="tgme_widget_message text_not_supported_wrap js-widget_message" data-post="${channel}/${number}">
<a class="tgme_widget_message_reply" href="https://t.me/${channel}/${number - 1}">
  <div class="tgme_widget_message_text js-message_reply_text">quoted: the post before this one</div>
</a>
<div class="tgme_widget_message_text js-message_text" dir="auto">${escapeHtml(text)}<br/><a href="https://t.me/${channel}">@${channel}</a></div>
<a class="tgme_widget_message_date" href="https://t.me/${channel}/${number}"><time datetime="${new Date(at).toISOString().replace("Z", "+00:00")}" class="time"></time></a>
</div></div>`;

/** Telegram's previews of public channels, `/s/{channel}`: each token's own, called as DexScreener tells it. A name nobody has shows a page without a history. */
export function telegram(world: readonly WorldToken[], now: () => number): Provider {
  return {
    name: "telegram",
    answer({ path }) {
      const channel = /^\/s\/(\w+)$/.exec(path)?.[1];
      if (channel === undefined) return notFound;
      const token = world.find(({ coin_symbol }) => `${coin_symbol.toLowerCase()}_sandbox` === channel);
      if (!token || token.talk === "none")
        return { text: '<html><body><div class="tgme_page">If you have Telegram, you can view it.</div></body></html>' };
      const end = Math.floor(now() / HOUR) * HOUR;
      const messages = NEWS.map((text, index) =>
        message(channel, { number: 100 + index, text: text.replace("$TAG", `$${token.coin_symbol}`), at: end - (20 - index * 7) * HOUR }),
      );
      return { text: `<html><body><section class="tgme_channel_history js-message_history">${messages.join("")}</section></body></html>` };
    },
  };
}
