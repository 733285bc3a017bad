import { historySubjects, streams } from "@token-sentiment/contract";
import { publishStored } from "./ask-broker.ts";
import { brokerError } from "./broker-error.ts";
import type { Bus } from "./bus.ts";
import { messagesOf } from "./direct-batch.ts";
import { messageHeaders } from "./message-headers.ts";
import type { Stored } from "./stored.ts";
import { HISTORY_PER_TOKEN } from "./topology.ts";

/** A token in HISTORY: its chain, and a hash of its address. */
export interface HistoryOf {
  chain: string;
  token: string;
}

/** Appends a value, once per `id` within a day. Throws like `writeFact`. */
export async function appendHistory(bus: Bus, { chain, token }: HistoryOf, { id, value }: { id: string; value: object }): Promise<void> {
  try {
    const subject = historySubjects.of(chain, token);
    await publishStored(bus, { subject, data: JSON.stringify(value), msgId: id, headers: messageHeaders(bus, {}) });
  } catch (error) {
    throw brokerError(error, bus.role, "append to the history");
  }
}

/** What is kept of a token, oldest first, from any replica. Throws like `writeFact`. */
export async function readHistory(bus: Bus, { chain, token }: HistoryOf): Promise<Stored[]> {
  try {
    const kept = await messagesOf(bus, streams.history, { subject: historySubjects.of(chain, token), batch: HISTORY_PER_TOKEN });
    return kept.filter(({ forged }) => !forged);
  } catch (error) {
    throw brokerError(error, bus.role, "read the history");
  }
}
