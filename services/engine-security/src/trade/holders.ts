import { type Answer, holdersCall, readSales, type RpcCall, type Snapshot } from "@token-sentiment/evm";
import type { Sizing } from "./sizing.ts";

/** How many real holders were tried, and how many of them could sell. */
export interface Holders {
  asked: number;
  sold: number;
  /** Of those who could sell a tenth, how many were asked to sell everything, and could. */
  whole: { asked: number; sold: number };
  /** A plain transfer to the pool is less than a sale. */
  how: "a day from now" | "now" | "by plain transfer";
}

/** So many are asked. */
export const MOST_HOLDERS = 12;
const PARTS_BPS = [1_000n, 10_000n] as const;
const DAY = 86_400n;
/** Ethereum's blocks of a day: traps that count blocks have closed by then. */
const DAY_BLOCKS = 7_200n;

/** T6: the token's latest buyers each sell a tenth of what they hold, then all of it instead, a day from now, or now where the node cannot move its clock. */
export function holdersCallOf({ market }: Sizing, { block, buyers }: Snapshot, when: "tomorrow" | "now"): RpcCall | undefined {
  if (!buyers || buyers.length === 0) return undefined;
  const at = when === "tomorrow" ? { at: { number: block.number + DAY_BLOCKS, time: block.time + DAY } } : {};
  return holdersCall(market, { holders: buyers.slice(0, MOST_HOLDERS), partsBps: PARTS_BPS, ...at }, block.tag);
}

/** What became of them; undefined when nobody could be asked. */
export function readHolders(answer: Answer | undefined, how: Holders["how"]): Holders | undefined {
  const attempts = readSales(answer);
  if (!attempts) return undefined;
  const count = attempts.length / PARTS_BPS.length;
  const each = attempts.slice(0, count).map((tenth, index) => ({ tenth, all: attempts[count + index] }));
  const tried = each.filter(({ tenth }) => tenth.tried);
  const able = tried.filter(({ tenth }) => tenth.sale.ok);
  const whole = able.filter(({ all }) => all?.tried);
  return {
    asked: tried.length,
    sold: able.length,
    whole: { asked: whole.length, sold: whole.filter(({ all }) => all?.sale.ok).length },
    how,
  };
}
