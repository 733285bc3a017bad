import { type FactKind, factType, headerNames } from "@token-sentiment/contract";
import { headers, type MsgHdrs } from "@nats-io/transport-node";
import type { Bus } from "./bus.ts";

/** CloudEvents 1.0 attributes (binary mode) of a fact. No time: the broker's timestamp is the only clock that counts. */
export const factHeaders = (kind: FactKind, id: string, source: string): Record<string, string> => ({
  [headerNames.specversion]: "1.0",
  [headerNames.type]: factType(kind),
  [headerNames.id]: id,
  [headerNames.source]: source,
});

/** Adds the active trace and makes NATS headers of it all. */
export function messageHeaders(bus: Bus, own: Record<string, string>): MsgHdrs {
  const result = headers();
  for (const [name, value] of Object.entries({ ...own, ...bus.tracing.inject() })) result.set(name, value);
  return result;
}
