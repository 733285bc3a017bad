import { expect, test } from "vitest";
import { createHourTally, GRACE_MS, HOUR_MS } from "./hour-tally.ts";
import { startFrom } from "./resume.ts";

const START = 1_000 * HOUR_MS;
const OAK = { kind: "symbol", term: "OAK" } as const;
const post = (id: string, at: number, author = "a") => ({ post: { id, author, text: "", at }, terms: [OAK] });

test("an hour is counted once it is over, each post once, authors apart from posts", () => {
  const tally = createHourTally(START);
  for (const one of [post("1", START), post("2", START + 5), post("2", START + 5), post("3", START + 9, "b")]) tally.add(one);
  expect(tally.close(START + HOUR_MS + GRACE_MS - 1)).toEqual([]);
  tally.add(post("4", START + HOUR_MS + 1));
  expect(tally.close(START + HOUR_MS + GRACE_MS)).toEqual([
    { all: { hour: START, posts: 3, authors: 2 }, terms: [{ term: OAK, count: { hour: START, posts: 3, authors: 2 } }] },
  ]);
  expect(tally.close(START + 2 * HOUR_MS + GRACE_MS)[0]?.all).toEqual({ hour: START + HOUR_MS, posts: 1, authors: 1 });
});

test("an hour that was not heard from its beginning is never counted", () => {
  const tally = createHourTally(START + 1);
  tally.add(post("1", START + 2));
  tally.add(post("2", START + HOUR_MS));
  tally.restart(START + HOUR_MS + 60_000);
  tally.add(post("3", START + HOUR_MS + 60_001));
  tally.add(post("4", START + 2 * HOUR_MS));
  expect(tally.close(START + 3 * HOUR_MS + GRACE_MS).map(({ all }) => all)).toEqual([{ hour: START + 2 * HOUR_MS, posts: 1, authors: 1 }]);
});

test("too many terms in an hour are left out and told, and the hour is not called whole: who is missing was not silent", () => {
  const tally = createHourTally(START, 2);
  for (let i = 0; i < 5; i += 1) tally.add({ ...post(`${i}`, START), terms: [{ kind: "symbol", term: `T${i}` }] });
  expect(tally.leftOut).toBe(3);
  const [hour] = tally.close(START + HOUR_MS + GRACE_MS);
  expect(hour?.terms).toHaveLength(2);
  expect(hour?.all).toBeUndefined();
  expect(tally.close(START + 2 * HOUR_MS + GRACE_MS)[0]?.all).toBeDefined();
});

test("reading resumes at the first hour that is not counted; after an outage beyond what is replayed it begins anew", () => {
  const now = START + 10 * HOUR_MS;
  const options = { now, backfillMs: 2 * HOUR_MS };
  const us = (ms: number) => ms * 1000;
  expect(startFrom(undefined, options)).toEqual({ cursor_us: us(now - 2 * HOUR_MS), since_us: undefined, until_us: undefined });
  const progress = { since_us: us(START), until_us: us(START + 5 * HOUR_MS + 60_000) };
  expect(startFrom(progress, options).cursor_us).toBe(us(START + 5 * HOUR_MS));
  expect(startFrom({ ...progress, until_us: us(START + 5 * HOUR_MS + 1) }, options).cursor_us).toBe(us(START + 4 * HOUR_MS));
  expect(startFrom({ since_us: us(now - HOUR_MS / 2), until_us: us(now - 1) }, options).cursor_us).toBe(us(now - HOUR_MS / 2));
  expect(startFrom(progress, { ...options, now: START + 42 * HOUR_MS }).since_us).toBeUndefined();
});
