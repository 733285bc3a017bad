import { type FactKind, factType, headerNames } from "@token-sentiment/contract";
import type { Bus } from "./bus.ts";

/** CloudEvents 1.0 attributes (binary mode) of a fact. No time: the broker's timestamp is the only clock that counts. */
export const factHeaders = (kind: FactKind, id: string, source: string): Record<string, string> => ({
  [headerNames.specversion]: "1.0",
  [headerNames.type]: factType(kind),
  [headerNames.id]: id,
  [headerNames.source]: source,
});

/** Adds the active trace. */
export const messageHeaders = (bus: Bus, own: Record<string, string>): Record<string, string> => ({ ...own, ...bus.tracing.inject() });
