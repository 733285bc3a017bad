import { observeRules } from "@token-sentiment/engine";
import { expect, test } from "vitest";
import { assess } from "../assess.ts";
import type { Assessment } from "../assessment.ts";
import type { Facts } from "../facts.ts";
import { talkOf } from "../talk/talk-of.ts";
import { rulesOn } from "./rules-on.ts";

const nothing = assess({ posts: [], platforms: [], until: 0, symbol: "OAK", found: 0 });
const mood = (lean: number, read: number) => ({ lean, read, authors: read });
/** 800 posts by 700 accounts on three platforms, calm. */
const quiet: Assessment = {
  ...nothing,
  posts: 800,
  found: 800,
  originals: 780,
  authors: 700,
  rarefiedRatio: 0.98,
  mood: { crowd: mood(0.1, 600), coordinated: mood(0, 0) },
  dated: { authors: 300, young: 15, cohort: undefined },
};
const coordinated = (share: number, lean: number, crowd: number): Partial<Assessment> => ({
  coordinated: { accounts: 60, posts: 800 * share, share, shareAtLeast: share },
  mood: { crowd: mood(crowd, 600), coordinated: mood(lean, 60) },
});
const burst = (minutes: number, copiedShare: number): Partial<Assessment> => ({
  burst: { minutes, platforms: ["farcaster", "mastodon"], found: 60, expected: 6, authors: 40, copiedShare },
});

const talk = talkOf([], undefined);

/** What the engine alone would make one believe, as the model weighs it: by reliability and n / (n + 60), within 2 nats. */
type Scenario = Partial<Assessment> & { speaking?: Facts["speaking"] };
function belief({ speaking = ["stocktwits", "farcaster", "mastodon"], ...change }: Scenario) {
  const assessment = { ...quiet, ...change };
  const facts: Facts = { assessment, speaking, answered: speaking, cut: [], failed: [], notAsked: [], off: [], talk };
  const signals = observeRules(rulesOn(facts), facts, { observedAt: 0 });
  const nats = (["real_crash", "false_fud", "whale_manipulation"] as const).map((branch) =>
    Math.max(
      -2,
      Math.min(
        2,
        signals.reduce((sum, { weights, reliability, values }) => {
          const posts = Number(values["posts"] ?? 0);
          return sum + (weights[branch] * reliability * posts) / (posts + 60);
        }, 0),
      ),
    ),
  );
  const total = nats.reduce((sum, each) => sum + Math.exp(each), 0);
  return nats.map((each) => Math.exp(each) / total);
}

// the columns of sybil.md 9.8
test.each<[string, Scenario, number[]]>([
  ["quiet talk", {}, [0.31, 0.35, 0.35]],
  ["an organic panic", { mood: { crowd: mood(-0.35, 600), coordinated: mood(0, 0) }, ...burst(12, 0.05) }, [0.74, 0.12, 0.15]],
  [
    "a coordinated rumour",
    { ...coordinated(0.35, -0.5, 0.05), ...burst(4, 0.7), dated: { authors: 300, young: 150, cohort: undefined } },
    [0.06, 0.74, 0.2],
  ],
  ["a small coordinated rumour", { ...coordinated(0.12, -0.5, 0), ...burst(6, 0.3) }, [0.26, 0.4, 0.34]],
  [
    "a coordinated pump",
    { ...coordinated(0.35, 0.5, 0.2), ...burst(4, 0.7), dated: { authors: 300, young: 150, cohort: undefined } },
    [0.13, 0.07, 0.8],
  ],
  ["a real panic that a campaign rides on", { ...coordinated(0.25, -0.5, -0.35), ...burst(8, 0.3) }, [0.26, 0.49, 0.25]],
  [
    "20 posts on one platform, eight of them copies",
    {
      ...coordinated(0.4, -0.5, 0),
      posts: 20,
      found: 20,
      coordinated: { accounts: 8, posts: 8, share: 0.4, shareAtLeast: 0.4 },
      originals: 20,
      authors: 18,
      speaking: ["farcaster"],
    },
    [0.25, 0.41, 0.34],
  ],
])("%s moves belief as the table of scenarios says", (_, change, expected) => {
  for (const [index, chance] of belief(change).entries()) expect(Math.abs(chance - expected[index]!)).toBeLessThanOrEqual(0.05);
});

test("without posts the engine believes nothing", () => {
  for (const chance of belief({ ...nothing })) expect(chance).toBeCloseTo(1 / 3, 10);
});
