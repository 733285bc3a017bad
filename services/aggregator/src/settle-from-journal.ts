import { setTimeout as delay } from "node:timers/promises";
import { subjectParts } from "@token-sentiment/contract";
import { readJournal, type Stored } from "@token-sentiment/bus";
import type { Aggregator } from "./aggregator.ts";
import type { OpenJob } from "./job-register.ts";
import { readEvidenceFact, readRequestFact, readTokenFact } from "./read-fact.ts";
import type { Settlement } from "./settle.ts";

const STALE_RETRY_MS = 20;
const STALE_LIMIT = 25;

/** What the broker holds of a job, read once. Facts that cannot be read are left out. */
export const readSettlement = async (aggregator: Aggregator, jobId: string): Promise<Settlement | undefined> =>
  settlementOf(aggregator, await readJournal(aggregator.bus, jobId));

function settlementOf({ jobs }: Aggregator, facts: readonly Stored[]): Settlement | undefined {
  const requestFact = facts.find(({ subject }) => subjectParts(subject).kind === "request");
  if (!requestFact) return undefined;
  const evidence = facts
    .filter(({ subject }) => subjectParts(subject).kind === "evidence")
    .flatMap((fact) => readable(fact, readEvidenceFact));
  const [token] = facts.filter(({ subject }) => subjectParts(subject).kind === "token").flatMap((fact) => readable(fact, readTokenFact));
  const open = jobs.get(subjectParts(requestFact.subject).job);
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
 * As `readSettlement`, again while the read lacks evidence that this replica has seen: a journal comes from any replica of the stream, and one
 * that is behind may lack what the resolver found as well.
 */
export async function readFreshSettlement(aggregator: Aggregator, job: OpenJob): Promise<Settlement | undefined> {
  const newest = Math.max(0, ...[...job.seen.values()].map(({ seq }) => seq));
  for (let tries = 1; ; tries++) {
    const facts = await readJournal(aggregator.bus, job.request.job_id);
    if (tries >= STALE_LIMIT || facts.some(({ seq }) => seq >= newest)) return settlementOf(aggregator, facts);
    aggregator.metrics.journalRead("stale");
    await delay(STALE_RETRY_MS);
  }
}
