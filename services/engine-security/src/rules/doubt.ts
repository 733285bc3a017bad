import type { Signal } from "@token-sentiment/contract";
import type { Facts } from "../facts.ts";

const DOUBTED = new Set(["cannot_sell", "delayed_trap", "cooldown", "can_sell", "no_tax", "tax", "holders_sell"]);
const RELIABILITY = 0.7;

/** S26: code that reads its environment, and trades that differ by method: it may tell who asks. What trading showed then counts less. */
export function doubt(signals: readonly Signal[], { opcodes, trade }: Facts): Signal[] {
  const reads = Object.values(opcodes?.environment ?? {}).some((count) => count > 0);
  const [{ ok } = { ok: undefined }] = trade?.route?.sells ?? [];
  const differs =
    trade?.route?.buy.ok === true && trade.sameBlock !== undefined && (!trade.sameBlock.bought || trade.sameBlock.sale.ok !== ok);
  if (!reads || !differs) return [...signals];
  return signals.map((signal) =>
    DOUBTED.has(signal.code) ? { ...signal, reliability: Math.min(signal.reliability, RELIABILITY) } : signal,
  );
}
