import type { Signal } from "@token-sentiment/contract";
import { nats, silent } from "../rules/weights.ts";
import { checkerNames, type CheckerName } from "./ask-checkers.ts";
import type { Comparison } from "./compare.ts";
import type { Asked } from "./opinion.ts";

/** A checker, what came of asking it, and how that stands to what was found. */
export interface Compared {
  name: CheckerName;
  asked: Asked;
  comparison: Comparison | undefined;
}

type Saying = Pick<Signal, "status" | "text"> & Partial<Pick<Signal, "weights" | "reliability" | "group" | "severity">>;

/** The line about one checker. Weights: evm.md §6.1, S40. */
export function checkerLine({ name, asked, comparison }: Compared, { observedAt }: { observedAt: number }): Signal {
  const { status, text, weights = silent, reliability = 1, ...more } = sayingOf(checkerNames[name], asked, comparison);
  const values = {
    agrees: comparison?.agrees.length ?? 0,
    conflicts: comparison?.conflicts.length ?? 0,
    ...(asked.kind === "answered" && { complete: asked.opinion.complete, impossible_shares: asked.opinion.impossibleShares }),
  };
  return {
    code: name,
    label: "SECURITY",
    status,
    text,
    weights,
    reliability,
    ...more,
    source: checkerNames[name],
    observed_at: observedAt,
    values,
  };
}

function sayingOf(who: string, asked: Asked, comparison: Comparison | undefined): Saying {
  if (asked.kind === "off") return { status: "unknown", text: `${who} not asked: no URL is configured` };
  if (asked.kind === "unknown") return { status: "unknown", text: `${who} does not know this token` };
  if (asked.kind === "missing") return { status: "unknown", text: `${who} not available: ${asked.why}` };
  const odd = asked.opinion.impossibleShares ? `; ${who} lists holders of more than the whole supply` : "";
  if (!comparison || comparison.silent)
    return { status: "unknown", text: `${who} knows the token and says nothing of selling, tax or powers${odd}` };
  const { agrees, conflicts, alone } = comparison;
  if (conflicts.length > 0) {
    const what = conflicts.map(({ by, found }) => `${by} against ${found}`).join(", ");
    return { status: "inconclusive", text: `${who} disagrees: ${what}${odd}`, reliability: 0.5 };
  }
  if (alone !== undefined) {
    return {
      status: "inconclusive",
      text: `${who} alone says so: ${alone}${odd}`,
      reliability: 0.5,
      weights: nats(0.7, -0.7),
      group: "selling",
    };
  }
  if (agrees.length === 0) return { status: "unknown", text: `${who} says nothing that could be compared${odd}` };
  const text = `${who} agrees: ${agrees.map(({ by }) => by).join(", ")}${odd}`;
  const selling = agrees.find(({ topic }) => topic === "selling");
  if (selling?.says) return { status: "hit", text, weights: nats(0.7, -0.7), group: "selling", severity: 2 };
  if (selling) return { status: "clear", text, weights: nats(-0.7, 0.7), group: "structure" };
  return agrees.some(({ says }) => says) ? { status: "hit", text, severity: 0 } : { status: "clear", text };
}
