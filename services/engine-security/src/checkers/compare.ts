import type { Signal } from "@token-sentiment/contract";
import type { Opinion, PowerTopic, Topic } from "./opinion.ts";

/** How a checker's opinion stands to what was found. Texts are `field=value`. */
export interface Comparison {
  /** Findings that it shares. */
  shared: Signal[];
  agrees: { topic: Topic; says: boolean; by: string }[];
  conflicts: { topic: Topic; by: string; found: string }[];
  /** It says that holders cannot sell, and nothing was found out about that. */
  alone: string | undefined;
  /** Nothing that could be compared. */
  silent: boolean;
}

/** Findings by their code: what each says of a topic. Left out: what depends on the time, which no checker's single block shows. */
const SELLING: Record<string, boolean> = { cannot_sell: true, can_sell: false };
/** Shared only when the checker says so too: they say "stuck" of a trap that may close later, or on one method's word. */
const SUSPECTS = new Set(["delayed_trap", "selling_disputed", "holders_sell"]);
const POWERS: Record<string, PowerTopic> = {
  mint: "mint",
  destroy_balance: "destroy",
  block_holder: "block",
  raise_tax: "raise tax",
  hidden_owner: "hidden owner",
  take_back: "take back",
};
const SAME_BPS = 200;
const OTHER_BPS = 500;

/** Compares one checker's opinion with the engine's own signals. */
export function compare(found: readonly Signal[], opinion: Opinion): Comparison {
  const of: Comparison = { shared: [], agrees: [], conflicts: [], alone: undefined, silent: true };
  compareSelling(found, opinion, of);
  compareTaxes(found, opinion, of);
  for (const signal of found) {
    const topic = POWERS[signal.code];
    const claim = topic && opinion.powers[topic];
    if (!topic || !claim) continue;
    of.silent = false;
    if (signal.status !== "hit" && signal.status !== "clear") continue;
    settle(of, { topic, signal, says: claim.says, by: claim.by, same: claim.says === (signal.status === "hit") });
  }
  return of;
}

interface Settled {
  topic: Topic;
  signal: Signal;
  says: boolean;
  by: string;
  same: boolean;
}

function settle(of: Comparison, { topic, signal, says, by, same }: Settled): void {
  of.silent = false;
  if (same) {
    of.shared.push(signal);
    of.agrees.push({ topic, says, by });
  } else of.conflicts.push({ topic, by, found: `${signal.code} ${signal.status}` });
}

function compareSelling(found: readonly Signal[], { stuck }: Opinion, of: Comparison): void {
  if (!stuck) return;
  of.silent = false;
  const { says, by } = stuck;
  const ours = found.find((signal) => signal.code in SELLING && (signal.status === "hit" || signal.status === "clear"));
  if (ours) settle(of, { topic: "selling", signal: ours, says, by, same: says === SELLING[ours.code] });
  if (!says) return;
  const suspects = found.filter(({ code, severity = 0 }) => SUSPECTS.has(code) && severity >= 2);
  of.shared.push(...suspects);
  const [first] = suspects;
  if (ours) return;
  if (first) of.agrees.push({ topic: "selling", says, by });
  else if (found.some(({ code, status }) => code === "cooldown" && status === "hit"))
    of.conflicts.push({ topic: "selling", by, found: "cooldown hit" });
  else of.alone = by;
}

function compareTaxes(found: readonly Signal[], opinion: Opinion, of: Comparison): void {
  const ours = found.find(({ code, status }) => (code === "tax" || code === "no_tax") && (status === "hit" || status === "clear"));
  const sides = [
    { topic: "buy tax", claim: opinion.buyTaxBps, measured: ours?.values["buy_tax_bps"] },
    { topic: "sell tax", claim: opinion.sellTaxBps, measured: ours?.values["sell_tax_bps"] },
  ] as const;
  for (const { topic, claim, measured } of sides) {
    if (!claim) continue;
    of.silent = false;
    if (!ours || typeof measured !== "number") continue;
    const off = Math.abs(claim.says - measured);
    const says = claim.says > 0;
    // between the two is neither: taxes change, and are measured by unlike trades
    if (off <= SAME_BPS) settle(of, { topic, signal: ours, says, by: claim.by, same: true });
    else if (off > OTHER_BPS) of.conflicts.push({ topic, by: claim.by, found: `${topic.replace(" ", "_")}_bps=${measured}` });
  }
}
