import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readAtom } from "../src/sources/atom.ts";
import { Catalog, Thread, toPost as ofFourchan } from "../src/sources/fourchan.ts";
import { Status, toPost as ofMastodon } from "../src/sources/mastodon.ts";
import { toPost as ofReddit } from "../src/sources/reddit.ts";
import { Stream, toPost as ofStocktwits } from "../src/sources/stocktwits.ts";
import { readPreview } from "../src/sources/telegram.ts";

/** Real answers, recorded; they lie beside the project and are not part of it. No answer of Farcaster's search has been recorded. */
const folder = process.env["RECORDINGS"] ?? new URL("../../../../shared/recordings/", import.meta.url).pathname;
const text = (file: string): string => readFileSync(`${folder}/${file}`, "utf8");
const read = (file: string): unknown => JSON.parse(text(file));

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
    followers: 20,
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

test.skipIf(!existsSync(`${folder}/fourchan`))("4chan's documented catalog and thread parse, without markup", () => {
  const heads = Catalog.parse(read("fourchan/catalog_po_docs_example.json")).flatMap(({ threads }) => threads);
  const { posts } = Thread.parse(read("fourchan/threads_po_docs_example.json"));
  const [head, second] = posts.map((post) => ofFourchan(570368, post));
  expect(heads.map(({ no }) => no)).toContain(570368);
  expect(head).toMatchObject({ id: "570368", author: "4chan:570368:anonymous", anonymous: true, at: 1546293948000 });
  expect(second).toMatchObject({ replyTo: "570368" });
  expect(second?.text).toMatch(/^FAQs about papercraft +What paper should I use\?/);
});

test.skipIf(!existsSync(`${folder}/reddit`))("a Reddit feed parses to its posts, links told and footers left out", () => {
  const posts = readAtom(text("reddit/subreddit_new_rss_atom_TEST_SAMPLE.xml"))?.map(ofReddit);
  expect(posts).toEqual([
    {
      platform: "reddit",
      id: "t3_aaa111",
      author: "reddit:linkposter",
      text: "Multi param link post",
      at: Date.parse("2026-07-10T12:00:00Z"),
      urls: ["https://www.youtube.com/watch?v=abc123&t=30s&feature=share"],
    },
    {
      platform: "reddit",
      id: "t3_bbb222",
      author: "reddit:selfposter",
      text: "Self post with entities Tom & Jerry's guide",
      at: Date.parse("2026-07-10T13:00:00Z"),
      urls: [],
    },
  ]);
});

test.skipIf(!existsSync(`${folder}/telegram`))("a Telegram message is its own text, not the quoted parent's", () => {
  const posts = readPreview(text("telegram/t_me_s_message_reply_structure_OBSERVED.html"), "channel");
  expect(posts).toEqual([
    {
      platform: "telegram",
      id: "channel/321",
      author: "telegram:channel",
      anonymous: true,
      text: "ACTUAL POST TEXT",
      at: Date.parse("2026-09-27T08:00:00Z"),
    },
  ]);
});
