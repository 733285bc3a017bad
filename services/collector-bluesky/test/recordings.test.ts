import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readEvent } from "../src/read-event.ts";

/** Real events, recorded; they lie beside the project and are not part of it. */
const folder = process.env["RECORDINGS"] ?? new URL("../../../../shared/recordings/", import.meta.url).pathname;

test.skipIf(!existsSync(`${folder}/bluesky`)).each([
  ["jetstream_v1_golden_10_events_2026-05-25.json", 10],
  ["jetstream_v1_corpus_posts.json", 18],
])("%s: every real event is read, none is malformed", (file, count) => {
  const events = JSON.parse(readFileSync(`${folder}/bluesky/${file}`, "utf8")) as unknown[];
  const read = events.map((event) => readEvent(JSON.stringify(event), Date.parse("2026-11-20T00:00:00Z")));
  expect(read).toHaveLength(count);
  expect(read.filter((event) => event === undefined || event.outcome === "malformed")).toEqual([]);
});

test.skipIf(!existsSync(`${folder}/bluesky`))("a real post that is made to name a coin is read with its links", () => {
  const events = JSON.parse(readFileSync(`${folder}/bluesky/jetstream_v1_corpus_posts.json`, "utf8")) as {
    commit: { record: { text: string } };
  }[];
  const [event] = events;
  event!.commit.record.text = "$BTC on film";
  expect(readEvent(JSON.stringify(event), Date.parse("2026-11-20T00:00:00Z"))?.named).toMatchObject({
    post: { author: "did:plc:dclwtltrt2ggsryagfzk7dp4", urls: ["https://www.youtube.com/watch?v=V5lDo-jw8mA"] },
    terms: [{ kind: "symbol", term: "BTC" }],
  });
});
