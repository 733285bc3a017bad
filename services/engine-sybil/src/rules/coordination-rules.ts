import { rule, type Rule } from "@token-sentiment/engine";
import { shareAtLeast } from "../coordination/authors.ts";
import type { Copies } from "../coordination/copies.ts";
import type { Lures } from "../coordination/lures.ts";
import { coordinationOf, crowdLean, type Facts, fearOf, hypeOf, LEANING } from "../facts.ts";
import { nats, silent } from "./weights.ts";
import { list, many, percent, rounded as round, signed } from "./wording.ts";

/** More than twice the share of ordinary posts that the model takes for them (279 of 14,423 on StockTwits), by the lower end of the 95 % interval. */
const PROMOTED = 0.05;

/** When nearly all posts came within minutes chance has no power: their number alone speaks (sybil.md §10). */
const ALL_AT_ONCE = 0.7;

const usual = (expected: number): string => (expected < 1 ? "fewer than 1 is" : `${expected.toFixed(1)} are`);

function wrote({ assessment: { coordinated, posts, followers } }: Facts): string {
  const known = followers ? `, followers ${followers.coordinated} (median; others ${followers.others}),` : "";
  return `${coordinated.accounts} accounts that acted together${known} wrote ${coordinated.posts} of ${posts} posts (${percent(coordinated.share)})`;
}

/** How likely copies are by chance, as it can be told. */
function likely(chance: Copies["chance"]): string {
  if (chance === undefined) return "";
  return typeof chance === "number" ? ` (by chance: p = ${chance.toExponential(0)})` : ` (chance cannot be told: ${chance})`;
}

/** What else copies of texts do. */
function lure({ invitations, otherContracts }: Lures): string {
  const parts = [
    ...(invitations > 0 ? [`${invitations} invite to private groups`] : []),
    ...(otherContracts > 0 ? [`${otherContracts} name another contract`] : []),
  ];
  return parts.length === 0 ? "" : `; of all copies ${list(parts)}`;
}

/** Who acts together, and to what end. What they feel decides which way it points: coordination alone is no crime. */
export function coordinationRules(facts: Facts, trust: number): Rule<Facts>[] {
  const { coordinated, promotion, copies, lures, coAction, staged, swarm, burst, mood, posts, followers } = facts.assessment;
  const reliability = trust * (copies?.chance === "all at once" ? ALL_AT_ONCE : 1);
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
      ...(followers && { followers: followers.coordinated, followers_of_others: followers.others }),
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
          invitations: lures.invitations,
          other_contracts: lures.otherContracts,
          ...(typeof copies?.chance === "number" && { chance: copies.chance }),
        }),
      },
      () => copies !== undefined,
      () => {
        const { posts: copied = 0, accounts = 0, crowd = 0, minutes = 0, chance, platforms = [] } = copies ?? {};
        return `${copied} near-identical posts by ${accounts} accounts on ${list(platforms)}, ${crowd} of them within ${many(minutes, "minute")}${likely(chance)}${lure(lures)}`;
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
  ];
}
