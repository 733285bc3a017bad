import { type Answer, holdersCall, readSales, type RpcCall, type Snapshot } from "@token-sentiment/evm";
import type { Sizing } from "./sizing.ts";

/** How many real holders were tried, and how many of them could sell. */
export interface Holders {
  asked: number;
  sold: number;
}

const MOST = 12;
const PART_BPS = 1_000n;
const DAY = 86_400n;
/** Ethereum's blocks of a day: traps that count blocks have closed by then. */
const DAY_BLOCKS = 7_200n;

/** T6: the token's latest buyers each sell a tenth of what they hold, a day from now, or now where the node cannot move its clock. */
export function holdersCallOf({ market }: Sizing, { block, buyers }: Snapshot, when: "tomorrow" | "now"): RpcCall | undefined {
  if (!buyers || buyers.length === 0) return undefined;
  const at = when === "tomorrow" ? { at: { number: block.number + DAY_BLOCKS, time: block.time + DAY } } : {};
  return holdersCall(market, { holders: buyers.slice(0, MOST), partBps: PART_BPS, ...at }, block.tag);
}

/** What became of them; undefined when nobody could be asked. */
export function readHolders(answer: Answer | undefined): Holders | undefined {
  const tried = readSales(answer)?.filter((attempt) => attempt.tried);
  return tried && { asked: tried.length, sold: tried.filter(({ sale }) => sale.ok).length };
}
