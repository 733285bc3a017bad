import type { Signal } from "@token-sentiment/contract";
import { checkerNames, type CheckerName, type Opinions } from "./ask-checkers.ts";
import { compare } from "./compare.ts";
import { checkerLine } from "./checker-line.ts";

/** What two sources agree on is a little surer, at most certain. */
const SURER_BY = 0.1;

/**
 * S40: sets what checkers say beside what was found here. A finding that one of them shares gains 0.1 of reliability, once; each checker adds
 * one line, which says where it disagrees. They never make a finding, nor take one away.
 */
export function corroborate(found: readonly Signal[], opinions: Opinions, { observedAt }: { observedAt: number }): Signal[] {
  const names = Object.keys(checkerNames).filter((name): name is CheckerName => name in opinions);
  const compared = names.map((name) => {
    const asked = opinions[name];
    return { name, asked, comparison: asked.kind === "answered" ? compare(found, asked.opinion) : undefined };
  });
  const shared = new Set(compared.flatMap(({ comparison }) => comparison?.shared ?? []));
  const surer = found.map((signal) =>
    shared.has(signal) ? { ...signal, reliability: Math.min(1, Math.round((signal.reliability + SURER_BY) * 100) / 100) } : signal,
  );
  return [...surer, ...compared.map((one) => checkerLine(one, { observedAt }))];
}
