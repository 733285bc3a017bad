import { streams, UsageOutcome, type UsageRecord, usageSubjects } from "@token-sentiment/contract";
import { publishStored } from "./ask-broker.ts";
import { brokerError, isNotFound } from "./broker-error.ts";
import type { Bus } from "./bus.ts";
import { messageHeaders } from "./message-headers.ts";

/** How many calls of a key, accepted on one UTC day (`2026-01-31`), ended in one way. */
export interface UsageCount {
  day: string;
  outcome: UsageOutcome;
  calls: number;
}

/** Records the end of a key's call, once per job within a day of the first time. False when it was recorded before. Throws like `writeFact`. */
export async function appendUsage(
  bus: Bus,
  { key, day, outcome }: { key: string } & Omit<UsageCount, "calls">,
  record: UsageRecord,
): Promise<boolean> {
  const options = { msgId: record.job_id, headers: messageHeaders(bus, {}) };
  try {
    const { duplicate } = await publishStored(bus, {
      subject: usageSubjects.of(key, day, outcome),
      data: JSON.stringify(record),
      ...options,
    });
    return duplicate !== true;
  } catch (error) {
    throw brokerError(error, bus.role, "record usage");
  }
}

/** All that is kept of a key, through the leader, in one question whose cost grows with the days and not with the calls. Throws like `writeFact`. */
export async function usageCounts(bus: Bus, key: string): Promise<UsageCount[]> {
  try {
    const { state } = await bus.jsm.streams.info(streams.usage, { subjects_filter: usageSubjects.ofKey(key) });
    return Object.entries(state.subjects ?? {}).flatMap(([subject, calls]) => {
      const [, , day = "", last] = subject.split(".");
      const outcome = UsageOutcome.safeParse(last);
      return outcome.success ? [{ day, outcome: outcome.data, calls }] : [];
    });
  } catch (error) {
    if (isNotFound(error)) return [];
    throw brokerError(error, bus.role, "read usage");
  }
}
