import { rule } from "@token-sentiment/engine";
import type { Facts, Shares } from "../facts.ts";
import { coinsOf } from "../pool/sales.ts";
import type { Check } from "./check.ts";
import { coins, inWindow, LONG_ENOUGH_HOURS, nats, ofDay, percent, round, sayOfDay, silent } from "./wording.ts";

/** What one account must have taken of the pool for "drained" to be proven: many leaving a pool is no theft. */
const DRAINED = 0.8;
/** Coins in the token's other pools, against what this one held: so many and its market has moved rather than gone. */
const MOVED = 0.5;

const removed = {
  label: "ON-CHAIN",
  group: "liquidity",
  source: "eth_getLogs",
  values: ({ day, pool, others }: Facts) => ({
    removed: round(day?.removal?.share ?? 0),
    by_one: round(day?.removal?.byOne ?? 0),
    account: day?.removal?.account ?? "",
    elsewhere: round(others.reduce((sum, { coinReserve }) => sum + coinsOf(coinReserve), 0)),
    hours: round(day?.hours ?? 0),
    pool: pool?.pair ?? "",
  }),
} as const;
const share = (facts: Facts): number => facts.day?.removal?.share ?? 0;
const known = ofDay(({ removal }) => removal !== undefined);
const isOwner = ({ snapshot, day }: Facts): boolean => day?.removal?.account === snapshot.owner?.address.toLowerCase();
const byWhom = (facts: Facts): string => `${percent(facts.day?.removal?.byOne ?? 0)} by ${isOwner(facts) ? "the owner" : "one account"}`;
const what = ({ pool }: Facts): string => (pool?.kind === "v3" ? "liquidity" : "shares");
const taken = sayOfDay(
  (day, facts) =>
    `${percent(share(facts))} of the pool's ${what(facts)} ${pool3(facts, "was", "were")} taken out ${inWindow(day)}, ${byWhom(facts)}`,
);
const pool3 = ({ pool }: Facts, v3: string, v2: string): string => (pool?.kind === "v3" ? v3 : v2);
const none = (facts: Facts): boolean => known(facts) && share(facts) <= 0.1;
const long = ofDay(({ hours }) => hours >= LONG_ENOUGH_HOURS);
const isDrain = (facts: Facts): boolean => share(facts) >= DRAINED && (facts.day?.removal?.byOne ?? 0) >= DRAINED;
const elsewhere = ({ others }: Facts): number => others.reduce((sum, { coinReserve }) => sum + coinsOf(coinReserve), 0);
const hasMoved = (facts: Facts): boolean => share(facts) > 0.5 && elsewhere(facts) >= MOVED * (facts.day?.deepest ?? 0);

const held = {
  label: "ON-CHAIN",
  group: "structure",
  source: "balanceOf",
  values: ({ shares }: Facts) => ({
    burned: round(shares?.burned ?? 0),
    locked: round(shares?.locked ?? 0),
    ending: round(shares?.ending ?? 0),
    unread: round(shares?.unread ?? 0),
    owner: round(shares?.owner ?? 0),
  }),
} as const;
const shares = (when: (of: Shares) => boolean) => (facts: Facts) => facts.shares !== undefined && when(facts.shares);

/** O02 and O03: what was taken out of the pool, and what can be. */
export const liquidityChecks: Check[] = [
  {
    id: "O02",
    code: "lp_removed",
    subject: "removal of liquidity",
    ofPool: true,
    why: ({ day }) =>
      day && (day.source === "geckoterminal" ? "its source tells trades only" : "the pool does not say how many shares it has"),
    rows: [
      rule<Facts>(
        "lp_removed",
        { ...removed, severity: 1, status: "inconclusive" },
        hasMoved,
        (facts) => `${taken(facts)}; its other pools hold ${coins(elsewhere(facts), facts)}, so its market may have moved there`,
        silent,
      ),
      rule<Facts>("lp_removed", { ...removed, severity: 3, critical: true }, isDrain, taken, nats(3, -3)),
      rule<Facts>("lp_removed", { ...removed, severity: 3 }, (facts) => share(facts) > 0.5, taken, nats(3, -3)),
      rule<Facts>("lp_removed", { ...removed, severity: 2 }, (facts) => share(facts) > 0.1, taken, nats(1, -1, 0.2)),
      rule<Facts>(
        "lp_removed",
        { ...removed, status: "clear" },
        (facts) => none(facts) && long(facts),
        sayOfDay(
          (day, facts) =>
            `liquidity stayed: ${percent(share(facts))} of the pool's ${what(facts)} ${pool3(facts, "was", "were")} taken out ${inWindow(day)}`,
        ),
        nats(-0.5, 0.8),
      ),
      rule<Facts>(
        "lp_removed",
        { ...removed, status: "inconclusive" },
        none,
        sayOfDay((day) => `no liquidity was taken out ${inWindow(day)}, the only window that could be read`),
        silent,
      ),
    ],
  },
  {
    id: "O03",
    code: "lp_held",
    subject: "who can take the liquidity out",
    ofPool: true,
    why: ({ pool }) =>
      pool?.kind === "v3" ? "its positions are NFTs, whose owners are not read" : "the pool does not say who holds its shares",
    rows: [
      rule<Facts>(
        "lp_held",
        { ...held, status: "clear" },
        shares(({ burned }) => burned > 0.9),
        ({ shares: of }) => `${percent(of?.burned ?? 0)} of the pool's shares are burned`,
        nats(-0.8, 1),
      ),
      rule<Facts>(
        "lp_held",
        { ...held, status: "clear" },
        shares(({ burned, locked }) => burned + locked > 0.9),
        ({ shares: of }) =>
          `${percent((of?.burned ?? 0) + (of?.locked ?? 0))} of the pool's shares are burned, or locked for seven days or more`,
        nats(-0.8, 1),
      ),
      rule<Facts>(
        "lp_held",
        { ...held, severity: 1, group: "liquidity_held" },
        shares(({ owner }) => owner > 0.5),
        ({ shares: of }) => `the owner holds ${percent(of?.owner ?? 0)} of the pool's shares and can take them out`,
        nats(0.7, -0.4, 0.2),
      ),
      rule<Facts>(
        "lp_held",
        { ...held, severity: 1, group: "liquidity_held" },
        shares(({ ending }) => ending > 0.5),
        ({ shares: of }) => `the lock of ${percent(of?.ending ?? 0)} of the pool's shares ends within seven days, or has ended`,
        silent,
      ),
      // a lock of a minute is in a locker too: what is not read clears nothing
      rule<Facts>(
        "lp_held",
        { ...held, status: "inconclusive" },
        shares(({ burned, locked, unread }) => burned + locked + unread > 0.9),
        ({ shares: of }) =>
          `${percent(of?.unread ?? 0)} of the pool's shares are in known lockers, until when is not read; ${percent((of?.burned ?? 0) + (of?.locked ?? 0))} are burned or locked`,
        silent,
      ),
      rule<Facts>(
        "lp_held",
        { ...held, group: "liquidity_held" },
        shares(() => true),
        ({ shares: of }) =>
          `${percent((of?.burned ?? 0) + (of?.locked ?? 0) + (of?.unread ?? 0))} of the pool's shares are burned or in known lockers`,
        silent,
      ),
    ],
  },
];
