import { observeRules } from "@token-sentiment/engine";
import { expect, test } from "vitest";
import { assess } from "../assess.ts";
import type { Assessment } from "../assessment.ts";
import type { Facts } from "../facts.ts";
import { talkOf } from "../talk/talk-of.ts";
import { rulesOn } from "./rules-on.ts";

const nothing = assess({ posts: [], platforms: [], until: 0, symbol: "OAK", found: 0 });
const mood = { crowd: { lean: 0, read: 60, authors: 90 }, coordinated: { lean: -0.5, read: 40, authors: 40 } };
/** Everything that can be found at once. */
const everything: Assessment = {
  ...nothing,
  posts: 100,
  found: 100,
  originals: 90,
  authors: 60,
  rarefiedRatio: 0.4,
  copies: { posts: 40, accounts: 30, minutes: 4, crowd: 28, chance: 1e-9, platforms: ["mastodon"] },
  lures: { invitations: 7, otherContracts: 3 },
  swarm: 22,
  coAction: { accounts: 12, posts: 30, truncated: false, unfinished: false },
  coordinated: { accounts: 30, posts: 40, share: 0.4, shareAtLeast: 0.31 },
  promotion: { looked: 90, found: 40 },
  burst: { minutes: 4, platforms: ["farcaster", "mastodon"], found: 40, expected: 3, authors: 30, copiedShare: 0.8 },
  mood,
  dated: { authors: 80, young: 50, cohort: { accounts: 19, chance: 1e-6 } },
  followers: { coordinated: 3, others: 240 },
};
function lines(change: Partial<Assessment> = {}) {
  const speaking: Facts["speaking"] = ["farcaster", "mastodon"];
  const facts: Facts = {
    assessment: { ...everything, ...change },
    talk: talkOf([], undefined),
    speaking,
    answered: speaking,
    cut: [],
    failed: [],
    notAsked: [],
    off: [],
  };
  return observeRules(rulesOn(facts), facts, { observedAt: 0 });
}
const textOf = (code: string, change?: Partial<Assessment>) => lines(change).find((signal) => signal.code === code)?.text;

test("of everything that is found at once the five strongest lines are told, whatever weighs among them", () => {
  const sybil = lines().filter(({ label }) => label === "SYBIL");
  expect(sybil.map(({ code }) => code)).toEqual([
    "coordinated_fear",
    "copied_text",
    "cross_platform_burst",
    "few_authors",
    "young_accounts",
  ]);
});

test("followers, cohorts and where copies lead are told with the lines that they belong to", () => {
  expect(textOf("coordinated_fear")).toContain("30 accounts that acted together, followers 3 (median; others 240), wrote 40 of 100 posts");
  expect(textOf("copied_text")).toContain("(by chance: p = 1e-9); of all copies 7 invite to private groups and 3 name another contract");
  expect(textOf("young_accounts")).toBe(
    "50 of 80 accounts of known age are younger than 30 days; 19 were made within 24 h of each other (by chance: p = 1e-6)",
  );
});

test("posts that came all at once are said to be, and trusted less", () => {
  const copies = { ...everything.copies!, chance: "all at once" } as const;
  expect(textOf("copied_text", { copies })).toContain("(chance cannot be told: all at once)");
  const [before, now] = [lines(), lines({ copies })].map((all) => all.find(({ code }) => code === "coordinated_fear")?.reliability ?? 0);
  expect(now).toBeCloseTo(0.7 * (before ?? 0), 10);
});

test("an analysis that had no time for co-action says so, counts half, and calls nobody uncoordinated", () => {
  const coAction = { accounts: 0, posts: 0, truncated: false, unfinished: true };
  const quiet = { copies: undefined, swarm: undefined, coordinated: nothing.coordinated, coAction };
  expect(textOf("unfinished", quiet)).toContain("partial: whether accounts acted together was not assessed to its end");
  expect(textOf("coordination", quiet)).toBeUndefined();
  expect(textOf("coordination", { ...quiet, coAction: nothing.coAction })).toContain("no coordination found");
  expect(lines(quiet).find(({ code }) => code === "crowd_mixed")?.reliability).toBe(0.5);
});

test("posts that cannot be read are told from a fifth on", () => {
  expect(textOf("unread_languages", { unread: { looked: 100, found: 20 } })).toBeUndefined();
  expect(textOf("unread_languages", { unread: { looked: 100, found: 38 } })).toBe(
    "38 of 100 posts are in languages that are not read: what they feel is not known",
  );
});
