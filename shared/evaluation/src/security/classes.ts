import type { Signal } from "@token-sentiment/contract";
import { type ClassName, classNames } from "./sample.ts";

/** Codes of the security engine's signals that say a contract is of a class. */
const CODES: Record<ClassName, readonly string[]> = {
  Mint: ["mint", "inflating_sale"],
  Limit: ["block_holder", "cannot_sell", "delayed_trap", "closed_gate"],
  Leak: ["destroy_balance", "leak"],
};

/** What the engine's lines say of each class: a proven finding, or none. */
export const classesOf = (signals: readonly Signal[]): Record<ClassName, boolean> => {
  const hit = (name: ClassName) => signals.some(({ code, status }) => status === "hit" && CODES[name].includes(code));
  return { Mint: hit("Mint"), Limit: hit("Limit"), Leak: hit("Leak") };
};

/** The lines that bear on a class, hit or not. */
export const linesOf = (signals: readonly Signal[], name: ClassName): Signal[] => signals.filter(({ code }) => CODES[name].includes(code));

export { classNames };
