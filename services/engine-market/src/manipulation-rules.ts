import { rule } from "@token-sentiment/engine";
import { type Facts, knownOf, whyNot } from "./facts.ts";
import { poolOf } from "./pool-rules.ts";
import type { Traders } from "./pool-trades.ts";
import { nats, silent } from "./weights.ts";
import { counted } from "./wording.ts";

const DAY_MS = 86_400_000;
/** Below this neither trades nor traders say anything. */
const ENOUGH_TRADES = 20;
/** One account trades so often on the mean where few trade with each other. */
const TRADES_EACH = 10;
/** One side has so many times the accounts of the other. */
const ONE_SIDED = 3;

type Crowd = "too few trades" | "the same few" | "mostly sellers" | "mostly buyers" | "many";
const tradesOf = (facts: Facts): number => (poolOf(facts)?.buys ?? 0) + (poolOf(facts)?.sells ?? 0);
const tradersOf = (facts: Facts): Traders | undefined => knownOf(facts.traders);
function crowdOf(facts: Facts): Crowd | undefined {
  const traders = tradersOf(facts);
  if (!traders) return undefined;
  const { buyers, sellers } = traders;
  const trades = tradesOf(facts);
  if (trades < ENOUGH_TRADES || buyers + sellers === 0) return "too few trades";
  if (trades / (buyers + sellers) >= TRADES_EACH) return "the same few";
  if (sellers >= ONE_SIDED * Math.max(1, buyers)) return "mostly sellers";
  return buyers >= ONE_SIDED * Math.max(1, sellers) ? "mostly buyers" : "many";
}
const accounts = {
  label: "MARKET",
  source: "geckoterminal",
  values: (facts: Facts) => ({ buyers: 0, sellers: 0, ...tradersOf(facts), trades: tradesOf(facts) }),
} as const;
const accountsText = (facts: Facts): string => {
  const { buyers = 0, sellers = 0 } = tradersOf(facts) ?? {};
  return `${counted(tradesOf(facts), "trade")} in its deepest pool in 24 h by ${counted(buyers, "buyer")} and ${counted(sellers, "seller")}`;
};
const is = (crowd: Crowd) => (facts: Facts) => crowdOf(facts) === crowd;

const paid = {
  label: "MARKET",
  source: "dexscreener",
  values: (facts: Facts) => {
    const { ads = 0, boosts = 0, profile = false, lastPaidAt } = knownOf(facts.promotion) ?? {};
    return {
      ads,
      boosts,
      running_boosts: poolOf(facts)?.boosts ?? 0,
      profile,
      ...(lastPaidAt !== undefined && { last_paid_at: lastPaidAt }),
    };
  },
} as const;
const isPaid = (facts: Facts): boolean => {
  const { ads = 0, boosts = 0 } = knownOf(facts.promotion) ?? {};
  return ads + boosts + (poolOf(facts)?.boosts ?? 0) > 0;
};
const paidText = (facts: Facts): string => {
  const { ads = 0, boosts = 0, lastPaidAt } = knownOf(facts.promotion) ?? {};
  const last = lastPaidAt === undefined ? "" : `, the last on ${new Date(lastPaidAt - (lastPaidAt % DAY_MS)).toISOString().slice(0, 10)}`;
  return `paid promotion at DexScreener: ${counted(ads, "advertisement")} and ${counted(boosts, "boost")} within 30 days${last}; ${counted(poolOf(facts)?.boosts ?? 0, "boost")} running now`;
};

const named = {
  label: "MARKET",
  source: "dexscreener",
  values: ({ symbols }: Facts) => ({ symbol: PRINTABLE.test(symbols?.own ?? "") ? (symbols?.own ?? "") : "", asked: symbols?.asked ?? "" }),
} as const;
/** A token may call itself anything: only what looks like a symbol is repeated. */
const PRINTABLE = /^[A-Z0-9]{1,12}$/;

/** Signs that somebody makes the market: few accounts that trade with each other, paid attention, another name than it is known by. */
export const manipulationRules = [
  rule<Facts>("traders", { ...accounts, severity: 1 }, is("the same few"), accountsText, nats(0, -0.2, 0.6)),
  rule<Facts>("traders", { ...accounts, severity: 1 }, is("mostly sellers"), accountsText, nats(0.2, -0.1)),
  rule<Facts>("traders", accounts, is("mostly buyers"), accountsText, nats(-0.1, 0, 0.1)),
  rule<Facts>("traders", { ...accounts, status: "clear" }, is("many"), accountsText, silent),
  rule<Facts>(
    "traders",
    { ...accounts, status: "unknown" },
    ({ traders }) => whyNot(traders) !== undefined,
    ({ traders }) => `how many accounts trade is unknown: ${whyNot(traders)}`,
    silent,
  ),
  rule<Facts>("paid_promotion", { ...paid, group: "promotion", severity: 1 }, isPaid, paidText, nats(0, -0.1, 0.4)),
  rule<Facts>(
    "paid_promotion",
    { ...paid, status: "clear" },
    (facts) => knownOf(facts.promotion) !== undefined && !isPaid(facts),
    (facts) =>
      `no paid promotion at DexScreener within 30 days${knownOf(facts.promotion)?.profile ? ", only a profile that was once paid for" : ""}`,
    silent,
  ),
  rule<Facts>(
    "paid_promotion",
    { ...paid, status: "unknown" },
    (facts) => whyNot(facts.promotion) !== undefined && !isPaid(facts),
    ({ promotion }) => `paid promotion unknown: ${whyNot(promotion)}`,
    silent,
  ),
  rule<Facts>(
    "other_symbol",
    { ...named, severity: 1 },
    ({ symbols }) => symbols !== undefined,
    ({ symbols }) =>
      `its own symbol is ${PRINTABLE.test(symbols?.own ?? "") ? symbols?.own : "another one, of characters that are not repeated here"}, not the one that was asked for`,
    nats(0.1, 0),
  ),
  rule<Facts>(
    "copied_symbol",
    { label: "MARKET", source: "dexscreener", severity: 2, values: ({ copies }) => ({ coin: copies ?? "" }) },
    ({ copies }) => copies !== undefined,
    ({ copies }) => `it calls itself ${copies}, and is not the contract of that stable coin on this chain`,
    nats(0.4, -0.5, 0.5),
  ),
];
