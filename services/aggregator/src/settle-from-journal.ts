import { setTimeout as delay } from "node:timers/promises";
import { subjectParts } from "@token-sentiment/contract";
import { readJournal, type Stored } from "@token-sentiment/bus";
import type { Aggregator } from "./aggregator.ts";
import { isComplete } from "./job-register.ts";
import { readEvidenceFact, readRequestFact, readTokenFact } from "./read-fact.ts";
import { settle, type Settlement } from "./settle.ts";

const STALE_RETRY_MS = 20;
const STALE_LIMIT = 25;

/** What the broker holds of a job, read once. Facts that cannot be read are left out: their own delivery drops and counts them. */
export async function readSettlement({ bus, jobs }: Aggregator, jobId: string): Promise<Settlement | undefined> {
  const facts = await readJournal(bus, jobId);
  const requestFact = facts.find(({ subject }) => subjectParts(subject).kind === "request");
  if (!requestFact) return undefined;
  const evidence = facts
    .filter(({ subject }) => subjectParts(subject).kind === "evidence")
    .flatMap((fact) => readable(fact, readEvidenceFact));
  const [token] = facts.filter(({ subject }) => subjectParts(subject).kind === "token").flatMap((fact) => readable(fact, readTokenFact));
  const open = jobs.get(jobId);
  for (const one of evidence) open?.seen.set(one.evidence.engine, one);
  // The journal may lack the newest; what this replica has seen is there all the same.
  const known = open ? [...open.seen.values()] : evidence;
  return { request: readRequestFact(requestFact), requestAt: requestFact.at, evidence: known, token, revision: open?.revision ?? 0 };
}

function readable<T>(fact: Stored, read: (fact: Stored) => T): T[] {
  try {
    return [read(fact)];
  } catch {
    return [];
  }
}

/**
 * Settles a job when its journal is complete. The journal comes from any replica of the stream: a read that lacks `seq`, the evidence
 * that made us look, is stale and is repeated, so whoever handles the last evidence sees all of it.
 */
export async function settleFromJournal(aggregator: Aggregator, jobId: string, seq: number): Promise<void> {
  for (let tries = 0; tries < STALE_LIMIT; tries++) {
    aggregator.metrics.journalRead(tries === 0 ? "evidence" : "stale");
    const settlement = await readSettlement(aggregator, jobId);
    if (settlement?.evidence.some((one) => one.seq >= seq)) {
      const seen = new Map(settlement.evidence.map((one) => [one.evidence.engine, one]));
      if (isComplete({ request: settlement.request, seen })) await settle(aggregator, settlement);
      return;
    }
    await delay(STALE_RETRY_MS);
  }
  aggregator.log.warn({ job_id: jobId, seq }, "evidence without a readable journal: its request has expired");
}
