import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Status, toPost as ofMastodon } from "../src/sources/mastodon.ts";
import { Stream, toPost as ofStocktwits } from "../src/sources/stocktwits.ts";

/** Real answers, recorded; they lie beside the project and are not part of it. No answer of Farcaster's search has been recorded. */
const folder = process.env["RECORDINGS"] ?? new URL("../../../../shared/recordings/", import.meta.url).pathname;
const read = (file: string): unknown => JSON.parse(readFileSync(`${folder}/${file}`, "utf8"));

test.skipIf(!existsSync(`${folder}/stocktwits`))("a real StockTwits stream parses to its 30 posts", () => {
  const { messages, cursor } = Stream.parse(read("stocktwits/aapl_symbol_stream_2019_real_30msgs.json"));
  const posts = messages.map(ofStocktwits);
  expect(posts).toHaveLength(30);
  expect(cursor).toEqual({ more: true, max: 155604916 });
  expect(posts[0]).toEqual({
    platform: "stocktwits",
    id: "155614013",
    author: "stocktwits:1096966",
    authorSince: Date.parse("2017-06-20"),
    text: "@sonicmerlin short term $SPY will oscillate around her NAV from momentum & FOMO. But over a few quarters SPY will follow $MSFT $AAPL $AMZN",
    at: Date.parse("2019-03-03T05:38:09Z"),
    replyTo: "155613895",
  });
});

test.skipIf(!existsSync(`${folder}/mastodon`))("a real Mastodon status parses, its link told without markup", () => {
  const post = ofMastodon(Status.parse(read("mastodon/status_entity_docs_0.json")));
  expect(post.author).toBe("mastodon:gargron");
  expect(post.text).toBe(
    '"I lost my inheritance with one wrong digit on my sort code" https://www.theguardian.com/money/2019/dec/07/i-lost-my-193000-inheritance-with-one-wrong-digit-on-my-sort-code',
  );
  expect(post.urls).toEqual([
    "https://www.theguardian.com/money/2019/dec/07/i-lost-my-193000-inheritance-with-one-wrong-digit-on-my-sort-code",
  ]);
});
