import { expect, test } from "vitest";
import { MESSAGE_MAX, readEvent } from "./read-event.ts";

const NOW = Date.parse("2026-11-20T15:20:00Z");
const record = { $type: "app.bsky.feed.post", createdAt: new Date(NOW).toISOString(), text: "$OAK to the moon" };
const commit = { rev: "r", operation: "create", collection: "app.bsky.feed.post", rkey: "3mmoojp4cd223", record, cid: "b" };
const event = { did: "did:plc:q235v55g5unth4zjjdpacfdr", time_us: NOW * 1000, kind: "commit", commit };
const read = (change: object) => readEvent(JSON.stringify({ ...event, ...change }), NOW);
const withRecord = (change: object) => read({ commit: { ...commit, record: { ...record, ...change } } });

test("a post that names a coin is read with its author, its time in the stream and its links", () => {
  const facets = [{ features: [{ uri: "https://dexscreener.com/solana/EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v" }] }];
  const reply = { parent: { uri: "at://did:plc:abc/app.bsky.feed.post/3k", cid: "c" } };
  expect(withRecord({ facets, reply })).toEqual({
    at_us: NOW * 1000,
    outcome: "named",
    named: {
      post: {
        id: "did:plc:q235v55g5unth4zjjdpacfdr/3mmoojp4cd223",
        author: "did:plc:q235v55g5unth4zjjdpacfdr",
        text: "$OAK to the moon",
        at: NOW,
        urls: ["https://dexscreener.com/solana/EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"],
        reply_to: "did:plc:abc/3k",
      },
      terms: [
        { kind: "contract", term: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v" },
        { kind: "symbol", term: "OAK" },
      ],
    },
  });
});

test("what is no new post, names no coin, or was copied in from elsewhere only moves the cursor", () => {
  expect(read({ kind: "identity", commit: undefined })).toEqual({ at_us: NOW * 1000, outcome: "irrelevant" });
  expect(read({ commit: { operation: "delete", collection: "app.bsky.feed.post", rkey: "x" } })?.outcome).toBe("irrelevant");
  expect(read({ commit: { ...commit, collection: "app.bsky.feed.like" } })?.outcome).toBe("irrelevant");
  expect(withRecord({ text: "good morning" })?.outcome).toBe("irrelevant");
  expect(withRecord({ createdAt: "2023-01-01T00:00:00Z" })?.outcome).toBe("imported");
});

test.each([
  ["no JSON", "{"],
  ["bytes", new ArrayBuffer(8)],
  ["another type", "[1]"],
  ["a huge message", JSON.stringify({ ...event, junk: "x".repeat(MESSAGE_MAX) })],
  ["a time to come", JSON.stringify({ ...event, time_us: (NOW + 3_600_000) * 1000 })],
  ["a time of another type", JSON.stringify({ ...event, time_us: "soon" })],
  ["no author", JSON.stringify({ ...event, did: "../x" })],
])("%s is no event", (_, data) => {
  expect(readEvent(data, NOW)).toBeUndefined();
});

test("a broken record is counted, and broken decoration does not lose its post", () => {
  expect(read({ commit: { ...commit, record: { text: 1 } } })?.outcome).toBe("malformed");
  expect(read({ commit: null })?.outcome).toBe("malformed");
  expect(withRecord({ facets: [1, { features: "x" }, { features: [{ uri: 5 }] }], embed: "x", reply: [] })?.outcome).toBe("named");
  const odd = withRecord({
    text: "a\u0000b\ud800 $OAK",
    facets: [{ features: [{ uri: "javascript:alert(1)" }, { uri: `https://x/${"y".repeat(900)}` }] }],
  });
  expect(odd?.named?.post).toMatchObject({ text: "a b  $OAK" });
  expect(odd?.named?.post).not.toHaveProperty("urls");
});
