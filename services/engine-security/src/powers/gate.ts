import type { Selling } from "../trade/judge.ts";
import type { Power, PowerName } from "./judge.ts";

/** A gate is closed only where trading does not show that sales work: a cooldown that a call lifts stops the buyer of the proof and nobody else. */
export function withoutOpenGates(powers: Record<PowerName, Power>, selling: Selling): Record<PowerName, Power> {
  const works = selling.kind === "agreed" && (selling.pattern === "always" || selling.pattern === "not at first");
  const { open } = powers;
  return works && open.status === "hit" ? { ...powers, open: { status: "clear", tried: open.proven.length, untried: 0 } } : powers;
}
