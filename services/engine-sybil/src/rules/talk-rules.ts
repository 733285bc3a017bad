import { rule, type Rule } from "@token-sentiment/engine";
import { coordinationOf, crowdLean, ENOUGH_AUTHORS, type Facts, fearOf, hypeOf, LEANING } from "../facts.ts";
import { nats, silent } from "./weights.ts";
import { list, many, signed } from "./wording.ts";

const WEAK_POSTS = 30;

/** What people say who were not seen acting together, and how much of it could be read. */
export function talkRules(facts: Facts, reliability: number): Rule<Facts>[] {
  const { assessment, speaking, answered } = facts;
  const { crowd, coordinated } = assessment.mood;
  const lean = crowdLean(facts);
  const enough = crowd.read >= ENOUGH_AUTHORS;
  const others = 1 - coordinationOf(facts);
  const options = {
    label: "SOCIAL",
    reliability,
    group: "crowd_mood",
    source: "posts",
    values: () => ({ posts: assessment.posts, lean: Math.round(crowd.lean * 10_000) / 10_000, read: crowd.read, authors: crowd.authors }),
  } as const;
  const basis = `(${signed(crowd.lean)} against a neutral 0, ${crowd.read} of ${crowd.authors} authors read)`;
  return [
    rule(
      "crowd_fear",
      { ...options, severity: 1 },
      () => enough && lean <= -LEANING,
      () => `many separate authors are afraid ${basis}`,
      nats(1.5, -0.3, 0, others * fearOf(lean)),
    ),
    rule(
      "crowd_hype",
      options,
      () => enough && lean >= LEANING,
      () => `many separate authors are hopeful ${basis}`,
      nats(-0.5, 0.5 * coordinationOf(facts) * fearOf(coordinated.lean), 0, others * hypeOf(lean)),
    ),
    rule(
      "crowd_mixed",
      { ...options, status: "clear" },
      () => enough && Math.abs(lean) < LEANING,
      () => `separate authors are neither afraid nor hyped ${basis}`,
      silent,
    ),
    rule(
      "crowd_unread",
      { ...options, status: "unknown" },
      () => !enough,
      () =>
        `no mood read: words known to the lexicon in posts of ${crowd.read} of ${many(crowd.authors, "author")}, ${ENOUGH_AUTHORS} are needed`,
      silent,
    ),
    rule(
      "posts_read",
      {
        ...options,
        group: "posts_read",
        status: "clear",
        values: () => ({ posts: assessment.posts, authors: assessment.authors, originals: assessment.originals }),
      },
      () => true,
      () =>
        `${many(assessment.posts, "post")} by ${many(assessment.authors, "account")} in 24 h on ${list(speaking)}${answered.length > speaking.length ? `, none on ${list(answered.filter((platform) => !speaking.includes(platform)))}` : ""}${assessment.posts < WEAK_POSTS ? ": a weak basis" : ""}`,
      silent,
    ),
  ];
}
