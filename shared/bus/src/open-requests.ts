import { durables, streams, subjects } from "@token-sentiment/contract";
import { brokerError } from "./broker-error.ts";
import type { Bus } from "./bus.ts";
import { messagesOf } from "./direct-batch.ts";
import type { Stored } from "./stored.ts";

/**
 * The requests from the oldest one on that the aggregators still hold, oldest first: every job that has not ended is among them, with
 * some that have. Undefined when they are more than `limit`. From any replica. Throws like `writeFact`.
 */
export async function readOpenRequests(bus: Bus, limit: number): Promise<Stored[] | undefined> {
  try {
    const { num_pending, num_ack_pending, ack_floor } = await bus.jsm.consumers.info(streams.analysis, durables.requests);
    if (num_pending + num_ack_pending === 0) return [];
    const wanted = { subject: subjects.requests, batch: limit + 1, seq: ack_floor.stream_seq + 1 };
    const found = await messagesOf(bus, streams.analysis, wanted);
    return found.length > limit ? undefined : found.filter(({ forged }) => !forged);
  } catch (error) {
    throw brokerError(error, bus.role, "read the open requests");
  }
}
