import { expect, test } from "vitest";
import type { Post } from "../post.ts";
import { accountFacts } from "./account-facts.ts";

const DAY = 24 * 60 * 60_000;
const until = 2_000 * DAY;
/** One post of each account, made so many days ago, followed by so many. */
const posts = (accounts: readonly { days?: number; followers?: number }[]): Post[] =>
  accounts.map(({ days, followers }, index) => ({
    platform: "mastodon",
    id: `${index}`,
    author: `mastodon:${index}`,
    ...(days !== undefined && { authorSince: until - days * DAY }),
    ...(followers !== undefined && { followers }),
    text: "gm",
    at: until - 1,
  }));
const facts = (all: Post[], coordinated: readonly string[] = []) => accountFacts(all, { coordinated: new Set(coordinated), until });

/** Accounts made over five years, one about every nine days. */
const grown = Array.from({ length: 200 }, (_, index) => ({ days: 40 + index * 9 }));

test("accounts of known age are counted once each, and the young among them", () => {
  const all = posts([{ days: 3 }, { days: 29 }, { days: 31 }, {}]);
  expect(facts([...all, ...all]).dated).toEqual({ authors: 3, young: 2, cohort: undefined });
  expect(facts([]).dated).toEqual({ authors: 0, young: 0, cohort: undefined });
});

test("accounts made on one day are a cohort; a tide of newcomers over a month is none, and neither are four", () => {
  const oneDay = Array.from({ length: 12 }, (_, index) => ({ days: 15 + index / 24 }));
  expect(facts(posts([...grown, ...oneDay])).dated.cohort).toMatchObject({ accounts: 12 });
  const tide = Array.from({ length: 120 }, (_, index) => ({ days: 300 + index / 2 }));
  expect(facts(posts([...grown, ...tide])).dated.cohort).toBeUndefined();
  expect(facts(posts([...grown, ...oneDay.slice(0, 4)])).dated.cohort).toBeUndefined();
});

test("followers are told of both sides, or of none when too few are known", () => {
  const all = posts([
    ...Array.from({ length: 6 }, (_, i) => ({ followers: i })),
    ...Array.from({ length: 21 }, () => ({ followers: 300 })),
  ]);
  const six = all.slice(0, 6).map(({ author }) => author);
  expect(facts(all, six).followers).toEqual({ coordinated: 2.5, others: 300 });
  expect(facts(all, six.slice(0, 4)).followers).toBeUndefined();
});

test("where only days are known, two days are no cohort of one", () => {
  const twoDays = [...Array.from({ length: 8 }, () => ({ days: 100 })), ...Array.from({ length: 8 }, () => ({ days: 101 }))];
  expect(facts(posts([...grown, ...twoDays])).dated.cohort?.accounts).toBe(8);
});

test("four are no cohort even where so many are no chance, five are", () => {
  const yearly = Array.from({ length: 20 }, (_, index) => ({ days: 40 + index * 365 }));
  const cohort = (count: number) =>
    facts(posts([...yearly, ...Array.from({ length: count }, () => ({ days: 200 }))])).dated.cohort?.accounts;
  expect([cohort(4), cohort(5)]).toEqual([undefined, 5]);
});
