import { setTimeout as delay } from "node:timers/promises";
import type { FactKind } from "@token-sentiment/contract";
import { publishStored } from "./ask-broker.ts";
import { brokerError, isConflict, isTransient, isUndecided } from "./broker-error.ts";
import type { Bus } from "./bus.ts";
import { factHeaders, messageHeaders } from "./message-headers.ts";

const RETRY_EVERY_MS = 250;

/** One fact to be written once. */
export interface Fact {
  kind: FactKind;
  subject: string;
  value: object;
  /** A wider subject that may hold only one fact: one request per job over all chains. Defaults to `subject`. */
  oncePer?: string;
  /** How long to try while the broker does not answer; 10 s when omitted. Every try has the same identity. */
  retryMs?: number;
}

/**
 * Writes a fact, once. Undefined when that fact exists already (a retry whose first answer was lost included).
 * @throws StorageFullError, ForbiddenError, or BrokerUnreachableError when nothing is known about the write.
 */
export const writeFact = (bus: Bus, fact: Fact): Promise<{ seq: number } | undefined> =>
  bus.tracing.publish({ subject: fact.subject }, () => write(bus, fact));

async function write(bus: Bus, fact: Fact): Promise<{ seq: number } | undefined> {
  const { kind, subject, value, oncePer = subject, retryMs = 10_000 } = fact;
  const data = JSON.stringify(value);
  const options = {
    headers: messageHeaders(bus, factHeaders(kind, subject, bus.role)),
    lastSequence: 0,
    lastSequenceOf: oncePer,
  };
  const until = Date.now() + retryMs;
  for (;;) {
    try {
      const left = Math.max(100, until - Date.now());
      const { seq } = await publishStored(bus, { subject, data, ...options, timeoutMs: Math.min(2000, left) });
      return { seq };
    } catch (error) {
      const undecided = isUndecided(error);
      if (isConflict(error) && !undecided) return undefined;
      if (!(undecided || isTransient(error)) || Date.now() + RETRY_EVERY_MS > until) throw brokerError(error, bus.role, `publish ${kind}`);
      await delay(RETRY_EVERY_MS);
    }
  }
}
