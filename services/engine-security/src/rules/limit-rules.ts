import { rule } from "@token-sentiment/engine";
import type { Facts } from "../facts.ts";
import { nats, silent } from "./weights.ts";

const share = (bps: number): string => `${bps / 100} % of supply`;
const whole = ({ trade }: Facts) => trade?.holders?.whole;
const sizes = ({ trade }: Facts) => trade?.sizes;
/** So many holders say something about selling everything. */
const ENOUGH = 2;

const allOptions = {
  label: "SECURITY",
  group: "limits",
  source: "eth_call",
  values: (facts: Facts) => ({ asked: whole(facts)?.asked ?? 0, sold: whole(facts)?.sold ?? 0 }),
} as const;
const sizeOptions = {
  label: "SECURITY",
  group: "limits",
  source: "eth_simulateV1",
  values: (facts: Facts) => {
    const found = sizes(facts);
    return {
      tried_bps: (found?.tried ?? []).join(","),
      ...(found?.largest === undefined ? {} : { largest_bps: found.largest }),
      ...(found?.refused === undefined ? {} : { refused_bps: found.refused }),
    };
  },
} as const;

/** A size below this is no limit for a whale but one for everybody. */
const TINY_BPS = 10;

/** The sale of everything fails for every holder who could sell a tenth. */
const stuckWhole = (facts: Facts): boolean => {
  const found = whole(facts);
  return found !== undefined && found.asked >= ENOUGH && found.sold * 2 < found.asked;
};
/** A wallet that gets nothing, or whose every size fails, is no limit: selling is judged elsewhere. */
const canSell = ({ trade }: Facts): boolean =>
  trade?.selling.kind === "agreed" && ["always", "not at first"].includes(trade.selling.pattern);

/** S04 and S05: can everything be sold, and how much at once? */
export const limitRules = [
  rule<Facts>(
    "cannot_sell_all",
    { ...allOptions, severity: 2 },
    stuckWhole,
    (facts) =>
      `selling the whole balance reverts for ${(whole(facts)?.asked ?? 0) - (whole(facts)?.sold ?? 0)} of ${whole(facts)?.asked ?? 0} holders who can sell 10 % of it`,
    nats(1, -0.5),
  ),
  rule<Facts>(
    "cannot_sell_all",
    { ...allOptions, status: "clear" },
    (facts) => (whole(facts)?.asked ?? 0) >= ENOUGH && !stuckWhole(facts),
    (facts) => `${whole(facts)?.sold ?? 0} of ${whole(facts)?.asked ?? 0} holders can sell their whole balance`,
    silent,
  ),
  rule<Facts>(
    "cannot_sell_all",
    { ...allOptions, status: "unknown" },
    (facts) => facts.isContract && (whole(facts)?.asked ?? 0) < ENOUGH,
    () => "selling a whole balance was not tried: too few real holders can sell a part of theirs",
    silent,
  ),
  rule<Facts>(
    "max_sale",
    { ...sizeOptions, severity: 2 },
    (facts) => canSell(facts) && (sizes(facts)?.refused ?? Infinity) <= TINY_BPS,
    (facts) => `a sale of ${share(sizes(facts)?.refused ?? 0)} is refused`,
    nats(1, -0.5, 0.3),
  ),
  rule<Facts>(
    "max_sale",
    { ...sizeOptions, severity: 1 },
    (facts) => canSell(facts) && sizes(facts)?.refused !== undefined && (sizes(facts)?.refused ?? 0) > TINY_BPS,
    (facts) => `largest sell that works: ${share(sizes(facts)?.largest ?? 0)}; ${share(sizes(facts)?.refused ?? 0)} is refused`,
    silent,
  ),
  rule<Facts>(
    "max_sale",
    { ...sizeOptions, status: "clear" },
    (facts) => canSell(facts) && sizes(facts) !== undefined && sizes(facts)?.refused === undefined,
    (facts) => `no limit up to the largest sell that was tried: ${share(sizes(facts)?.largest ?? 0)}`,
    silent,
  ),
  rule<Facts>(
    "max_sale",
    { ...sizeOptions, status: "unknown" },
    (facts) => facts.isContract && (!canSell(facts) || sizes(facts) === undefined),
    () => "how much can be sold at once is not known: selling itself was not shown, or no size could be tried",
    silent,
  ),
];
