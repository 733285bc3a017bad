import { rule, type Rule } from "@token-sentiment/engine";
import type { Facts } from "../facts.ts";
import { DAYS_NEEDED } from "../talk/usual.ts";
import { nats, silent } from "./weights.ts";
import { many, percent } from "./wording.ts";

/** Loud is so many times the usual, and no handful. */
const LOUD = { times: 3, posts: 20 };
/** Fewer accounts behind one page are chance. */
const SHARED = 3;
const FEW_BAITS = 3;
/** A project has a chat of its own: that some lead there is no sign. */
const INVITED = 0.03;

const clamp = (x: number): number => Math.min(1, Math.max(0, x));
const rounded = (x: number): number => Math.round(x * 10) / 10;

/** How much is said against the token's own past, what is passed around, and what only pretends to be talk. Volume alone tells no cause. */
export function volumeRules({ assessment, talk }: Facts, reliability: number): Rule<Facts>[] {
  const { usual, links, bait } = talk;
  const { posts, authors } = assessment;
  const options = { label: "SOCIAL", reliability, source: "posts" } as const;
  const known = usual !== undefined && "posts" in usual ? usual : undefined;
  const times = known ? known.posts / Math.max(1, known.usualPosts) : 0;
  const isLoud = known !== undefined && times >= LOUD.times && known.posts >= LOUD.posts;
  const volume = {
    ...options,
    group: "volume",
    values: () => ({ posts, named: known?.posts ?? 0, usual: known?.usualPosts ?? 0, days: known?.days ?? 0, times: rounded(times) }),
  } as const;
  const against = () =>
    `${many(known?.posts ?? 0, "post")} name its ${known?.by ?? "symbol"} on bluesky in 24 h, usual are ${rounded(known?.usualPosts ?? 0)} (median of ${known?.days} days)`;
  const invited = authors === 0 ? 0 : links.invitingAccounts / authors;
  const baited = posts === 0 ? 0 : bait.posts / posts;
  return [
    rule(
      "talk_volume",
      { ...volume, severity: 1 },
      () => isLoud,
      () => `${against()}: ${rounded(times)} times as many`,
      silent,
    ),
    rule("talk_volume", { ...volume, status: "clear" }, () => known !== undefined && !isLoud, against, silent),
    rule(
      "talk_volume",
      { ...volume, status: "unknown", values: () => ({ days: usual?.days ?? 0 }) },
      () => usual !== undefined && !known,
      () => `its usual volume is not known yet: ${usual?.days} of ${DAYS_NEEDED} days were counted`,
      silent,
    ),
    rule(
      "shared_link",
      { ...options, status: "clear", values: () => ({ posts, accounts: links.top?.accounts ?? 0 }) },
      () => (links.top?.accounts ?? 0) >= SHARED,
      () => `the most shared link comes from ${links.top?.accounts} accounts, on ${links.top?.site ?? "a site that is not well known"}`,
      silent,
    ),
    rule(
      "invitations",
      { ...options, severity: 1, values: () => ({ posts, authors, accounts: links.invitingAccounts }) },
      () => links.invitingAccounts >= SHARED && invited >= INVITED,
      () => `${links.invitingAccounts} of ${authors} accounts post invitations to private groups`,
      nats(0, 0, 0.3, clamp(invited / 0.2)),
    ),
    rule(
      "bait",
      {
        ...options,
        severity: 1,
        values: () => ({ posts, bait: bait.posts, accounts: bait.accounts, wallets: bait.wallets, orders: bait.orders }),
      },
      () => bait.posts >= FEW_BAITS || bait.orders > 0,
      () =>
        `${bait.posts} of ${many(posts, "post")} (${percent(baited)}) are bait by ${many(bait.accounts, "account")}: ${bait.wallets} promise free coins or ask for a wallet, ${bait.orders} give orders to machines`,
      nats(0, 0, 0.4, clamp(baited / 0.2)),
    ),
  ];
}
