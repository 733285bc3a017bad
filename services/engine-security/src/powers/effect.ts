import type { Outcome } from "@token-sentiment/evm";
import { zeroAddress } from "viem";

/** The powers that a call can be shown to have. */
export const powerNames = ["mint", "destroy", "block", "raise tax", "inflate", "open", "take back"] as const;
export type PowerName = (typeof powerNames)[number];

/** What a call did. */
export interface Effect {
  name: PowerName;
  reached: number;
  /** Whether what it made or took is seen with somebody: of a mint, with the caller, whom it named, or the pool; of a taking, with the caller, the pool or the token. */
  gained: boolean;
}

/** What stood after a call, what stood without it, and the types of its arguments. */
export interface Seen {
  after: Outcome;
  base: Outcome;
  types: string;
}

const MINT_PERCENT = 1;
/** A mint is told up to this many percent of the supply. */
export const MOST_PERCENT = 1_000_000;
const TAX_STEP_BPS = 500;
/** Of what is sold: a sale that leaves more than it took has created tokens. */
const GROWN_PERMILLE = 5n;

/** What a sale of a holder's balance creates, in hundredths of a percent of it; undefined: nothing worth a word. */
export function inflation({ holder, grown }: Outcome): number | undefined {
  return holder > 0n && grown * 1000n >= holder * GROWN_PERMILLE ? Number((grown * 10_000n) / holder) : undefined;
}

/** Below this a balance moved by rounding or by a reflection, not by somebody's hand. */
const DESTROY_PERCENT = 1n;

/** Whether a call had that effect on a holder who did nothing; undefined: it had not. */
export function effectOf(name: PowerName, seen: Seen): Effect | undefined {
  const reached = measures[name](seen);
  return reached === undefined ? undefined : { name, reached, gained: isGained(name, seen) };
}

/** Somebody mints a team's share for wallets of others, and a blacklist burns: neither is taking for oneself. */
function isGained(name: PowerName, { after, base }: Seen): boolean {
  if (name === "mint") return after.actor > base.actor || after.holder > base.holder || after.pool > base.pool;
  const grown = after.actor + after.pool + after.self - (base.actor + base.pool + base.self);
  return name === "destroy" && 2n * grown >= base.holder - after.holder;
}

const measures: Record<PowerName, (seen: Seen) => number | undefined> = {
  /** The supply grew, or balances grew together without it: fee wallets are credited without a debit. */
  mint: ({ after, base }) => {
    const held = ({ holder, actor, pool, self }: Outcome): bigint => holder + actor + pool + self;
    const [grown, credited] = [after.supply - base.supply, held(after) - held(base)];
    const added = grown > credited ? grown : credited;
    const percent = base.supply > 0n ? Math.min(MOST_PERCENT, Number((added * 10_000n) / base.supply) / 100) : 0;
    return percent >= MINT_PERCENT ? percent : undefined;
  },
  destroy: ({ after, base }) => ((base.holder - after.holder) * 100n >= base.holder * DESTROY_PERCENT && base.holder > 0n ? 0 : undefined),
  block: ({ after, base }) => (base.sale.ok && !after.sale.ok && after.holder > 0n ? 0 : undefined),
  "raise tax": ({ after, base }) => {
    const reached = Number(after.sale.taxBps);
    return base.sale.ok && after.sale.ok && reached >= Number(base.sale.taxBps) + TAX_STEP_BPS ? reached : undefined;
  },
  inflate: ({ after, base }) => (inflation(base) === undefined ? inflation(after) : undefined),
  /** A gate that opens for all: what is opened for one address may be a favour to it, or make a pool of it. */
  open: ({ after, base, types }) => (!base.sale.ok && after.sale.ok && !types.includes("address") ? 0 : undefined),
  "take back": ({ after, base }) => (base.owner === zeroAddress && after.owner !== zeroAddress ? 0 : undefined),
};
