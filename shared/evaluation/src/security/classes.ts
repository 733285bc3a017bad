import type { Signal } from "@token-sentiment/contract";
import type { ClassName } from "./sample.ts";

/** A tax that the check list calls very high, in basis points (evm.md, S02). */
const DRAINING_BPS = 2_500;

/**
 * Codes of the security engine's signals that say a contract is of a class. A leak is, as the labels' authors define it, a wide authority
 * to move what others hold, or a fee by which trades can be drained.
 */
const CODES: Record<ClassName, readonly string[]> = {
  Mint: ["mint"],
  Limit: ["block_holder", "cannot_sell", "delayed_trap", "max_sale", "closed_gate"],
  Leak: ["destroy_balance", "raise_tax"],
};

const counts = ({ code, values }: Signal): boolean => {
  if (code === "raise_tax") return Number(values["to_bps"] ?? 0) >= DRAINING_BPS;
  // what is destroyed leaks to nobody
  return code !== "destroy_balance" || values["gained"] === true;
};

/** What the engine's lines say of each class: a proven finding, or none. */
export const classesOf = (signals: readonly Signal[]): Record<ClassName, boolean> => {
  const hit = (name: ClassName) => linesOf(signals, name).some((signal) => signal.status === "hit" && counts(signal));
  return { Mint: hit("Mint"), Limit: hit("Limit"), Leak: hit("Leak") };
};

/** The lines that bear on a class, hit or not. */
export const linesOf = (signals: readonly Signal[], name: ClassName): Signal[] => signals.filter(({ code }) => CODES[name].includes(code));
