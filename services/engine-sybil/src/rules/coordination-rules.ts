import { rule, type Rule } from "@token-sentiment/engine";
import { shareAtLeast } from "../coordination/authors.ts";
import { coordinationOf, crowdLean, type Facts, fearOf, hypeOf, LEANING, loudLean } from "../facts.ts";
import { nats, silent } from "./weights.ts";
import { list, many, percent, signed } from "./wording.ts";

const round = (x: number): number => Math.round(x * 10_000) / 10_000;

/** More than twice the share of ordinary posts that the model takes for them (279 of 14,423 on StockTwits), by the lower end of the 95 % interval. */
const PROMOTED = 0.05;

const usual = (expected: number): string => (expected < 1 ? "fewer than 1 is" : `${expected.toFixed(1)} are`);

const wrote = ({ assessment: { coordinated, posts } }: Facts): string =>
  `${coordinated.accounts} accounts that acted together wrote ${coordinated.posts} of ${posts} posts (${percent(coordinated.share)})`;

/** Who acts together, and to what end. What they feel decides which way it points: coordination alone is no crime. */
export function coordinationRules(facts: Facts, reliability: number): Rule<Facts>[] {
  const { coordinated, promotion, copies, coAction, staged, swarm, burst, mood, posts } = facts.assessment;
  const strength = coordinationOf(facts);
  const lean = mood.coordinated.lean;
  const options = {
    label: "SYBIL",
    reliability,
    source: "posts",
    values: () => ({
      posts,
      accounts: coordinated.accounts,
      coordinated_posts: coordinated.posts,
      share: round(coordinated.share),
      share_at_least: round(coordinated.shareAtLeast),
      strength: round(strength),
      staged: round(staged),
      lean: round(lean),
    }),
  } as const;
  const isSeen = coordinated.accounts > 0;
  const e = burst ? fearOf(crowdLean(facts) * (1 - burst.copiedShare) + lean * burst.copiedShare) : 0;
  const d = burst?.copiedShare ?? 0;
  return [
    rule(
      "coordinated_fear",
      { ...options, severity: 2 },
      () => isSeen && lean <= -LEANING && strength > 0,
      () => `${wrote(facts)} and lean fear (${signed(lean)} against a neutral 0)`,
      nats(-0.8, 2, 0.8, strength * fearOf(lean)),
    ),
    rule(
      "coordinated_hype",
      { ...options, severity: 2 },
      () => isSeen && lean >= LEANING && strength > 0,
      () => `${wrote(facts)} and lean hype (${signed(lean)} against a neutral 0)`,
      nats(0.3, -0.5, 2, strength * hypeOf(lean)),
    ),
    rule(
      "coordinated_accounts",
      { ...options, severity: 1 },
      () => isSeen && (Math.abs(lean) < LEANING || strength === 0),
      () => `${wrote(facts)}: ${strength === 0 ? "too few to weigh" : `their words lean neither way (${signed(lean)})`}`,
      silent,
    ),
    rule(
      "copied_text",
      {
        ...options,
        severity: 1,
        values: () => ({
          posts,
          copies: copies?.posts ?? 0,
          accounts: copies?.accounts ?? 0,
          crowd: copies?.crowd ?? 0,
          minutes: copies?.minutes ?? 0,
          ...(typeof copies?.chance === "number" && { chance: copies.chance }),
        }),
      },
      () => copies !== undefined,
      () => {
        const { posts: copied = 0, accounts = 0, crowd = 0, minutes = 0, chance, platforms = [] } = copies ?? {};
        const likely =
          chance === undefined
            ? ""
            : ` (by chance: ${typeof chance === "number" ? `p = ${chance.toExponential(0)}` : `cannot be told, ${chance}`})`;
        return `${copied} near-identical posts by ${accounts} accounts on ${list(platforms)}, ${crowd} of them within ${many(minutes, "minute")}${likely}`;
      },
      silent,
    ),
    rule(
      "acted_together",
      { ...options, severity: 1, values: () => ({ posts, accounts: coAction.accounts, their_posts: coAction.posts }) },
      () => coAction.accounts > 0,
      () =>
        `${coAction.accounts} accounts acted together on at least 2 of the same texts, links or posts within 60 s (${percent(coAction.posts / posts)} of posts${coAction.truncated ? "; more pairs than are looked at" : ""})`,
      silent,
    ),
    rule(
      "swarm",
      { ...options, severity: 1, values: () => ({ posts, accounts: swarm ?? 0 }) },
      () => swarm !== undefined,
      () => `${swarm} accounts fell on one text, link or post within 60 s (usual: under 10)`,
      silent,
    ),
    rule(
      "cross_platform_burst",
      {
        ...options,
        values: () => ({
          posts,
          minutes: burst?.minutes ?? 0,
          found: burst?.found ?? 0,
          expected: round(burst?.expected ?? 0),
          copied_share: round(d),
        }),
      },
      () => burst !== undefined,
      () =>
        `posting bursts on ${list(burst?.platforms ?? [])} began within ${many(burst?.minutes ?? 0, "minute")} of each other (the larger: ${burst?.found} posts where ${usual(burst?.expected ?? 0)} usual; ${percent(d)} of both copied or by such accounts)`,
      nats(0.6 * (1 - d) * e, 0.6 * d * e, 0.6 * d * (1 - e), 1 - Math.min(1, (burst?.minutes ?? 0) / 60) * 0.5),
    ),
    rule(
      "promotion",
      { ...options, severity: 1, values: () => ({ posts, looked: promotion.looked, found: promotion.found }) },
      () => shareAtLeast(promotion.found, promotion.looked) > PROMOTED,
      () =>
        `${promotion.found} of ${many(promotion.looked, "post")} read like scams, spam or advertisements (of ordinary ones about 2 % do)`,
      silent,
    ),
    ...accountRules(facts, reliability),
  ];
}

/** Of 30 ordinary days of crypto talk on StockTwits (2022, 14,423 posts) none had a U100 below 0.62: few voices are the rule there. */
const FEW = 0.6;

/** Weak support: who the accounts are. */
function accountRules(facts: Facts, reliability: number): Rule<Facts>[] {
  const { assessment } = facts;
  const { posts, originals, authors, rarefiedRatio, dated, shared } = assessment;
  const isUnseen = assessment.coordinated.accounts === 0;
  const fear = fearOf(loudLean(facts));
  const few = Math.min(1, Math.max(0, (FEW - rarefiedRatio) / 0.4)) * Math.min(1, originals / 100);
  const young = dated.authors === 0 ? 0 : dated.young / dated.authors;
  const drawn = Math.min(100, originals);
  const options = { label: "SYBIL", reliability, source: "posts" } as const;
  return [
    rule(
      "few_authors",
      { ...options, severity: 1, values: () => ({ posts, originals, authors, u100: round(rarefiedRatio) }) },
      () => rarefiedRatio < FEW && originals >= 30,
      () =>
        `few voices: ${drawn} posts drawn from ${originals} come from ${Math.round(rarefiedRatio * drawn)} accounts (usual: over ${Math.floor(FEW * drawn)})`,
      nats(0, 0.3 * fear, 0.3 * (1 - fear), few),
    ),
    rule(
      "young_accounts",
      { ...options, severity: 1, values: () => ({ posts, dated: dated.authors, young: dated.young }) },
      () => dated.authors >= 20 && young > 0.2,
      () => `${dated.young} of ${dated.authors} accounts of known age are younger than 30 days`,
      nats(0, 0.4 * fear, 0.4 * (1 - fear), Math.min(1, (young - 0.2) / 0.5)),
    ),
    rule(
      "coordination",
      { ...options, status: "clear", values: () => ({ posts, authors }) },
      () => isUnseen && shared === undefined,
      () => `no coordination found in ${many(posts, "post")} by ${many(authors, "account")} (groups under 5 accounts can be missed)`,
      silent,
    ),
    rule(
      "coordination",
      {
        ...options,
        status: "inconclusive",
        values: () => ({ posts, authors, shared: shared?.posts ?? 0, accounts: shared?.accounts ?? 0 }),
      },
      () => isUnseen && shared !== undefined,
      () => `${shared?.posts} posts share one text and link; whether they act together is not judged`,
      silent,
    ),
  ];
}
