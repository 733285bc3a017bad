import { streams, subjects } from "@token-sentiment/contract";
import { lastThroughLeader } from "./ask-broker.ts";
import { brokerError, isNotFound } from "./broker-error.ts";
import type { Bus } from "./bus.ts";
import { lastMessages } from "./direct-batch.ts";
import type { Stored } from "./stored.ts";

/** The request of a job, through the stream's leader: a write that was acknowledged is always seen. */
export async function readRequest(bus: Bus, jobId: string): Promise<Stored | undefined> {
  try {
    const fact = await lastThroughLeader(bus, streams.analysis, subjects.requestOf(jobId));
    return fact && refuseForged(bus, fact);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw brokerError(error, bus.role, "read a request");
  }
}

/** All facts of one job, oldest first, from any replica: may lack the newest. */
export async function readJournal(bus: Bus, jobId: string): Promise<Stored[]> {
  try {
    const facts = await lastMessages(bus, streams.analysis, subjects.journalOf(jobId));
    return facts.filter((fact) => refuseForged(bus, fact)).toSorted((a, b) => a.seq - b.seq);
  } catch (error) {
    if (isNotFound(error)) return [];
    throw brokerError(error, bus.role, "read a journal");
  }
}

function refuseForged(bus: Bus, fact: Stored): Stored | undefined {
  if (!fact.forged) return fact;
  bus.count("forged");
  bus.log.error({ subject: fact.subject, seq: fact.seq }, "refused a forged fact: a stored direct-get reply");
  return undefined;
}
