import { setTimeout as delay } from "node:timers/promises";
import { brokerClock, type Bus, readJournal, readRequest, readRow } from "@token-sentiment/bus";
import { bucketStream, durables, engineRole, enginesFor, streams, subjectParts, subjects } from "@token-sentiment/contract";
import { inexactAccounts } from "./accounts.ts";
import { type Judged, judge, neverTaken } from "./judge.ts";
import type { Submitted } from "./load.ts";
import type { Witness } from "./witness.ts";
import type { World } from "./world.ts";

/** All jobs of a load, judged; each list is empty when every promise was kept. */
export interface Audit {
  /** Every accepted job. */
  judged: (Submitted & Judged)[];
  /** Refused by the demo limit. */
  refused: number;
  endings: Record<Judged["ending"], number>;
  lost: string[];
  doubled: string[];
  broken: string[];
  stuck: string[];
  /** Broker time from request to row: the longest, ms. */
  longestMs: number;
  /** What became of that one: each fact's age when it was stored. */
  longest: string;
}

const AT_ONCE = 32;
const SETTLING_MS = 60_000;

async function inParallel<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await run(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

/** Every delivery that is not done, by consumer; empty when all is. */
async function unworkedOf(provisioner: Bus): Promise<Record<string, number>> {
  const consumers = [
    ...[durables.requests, ...enginesFor("1").map(engineRole)].map((durable) => [streams.analysis, durable] as const),
    [bucketStream("jobs"), durables.finals] as const,
  ];
  const counts = consumers.map(async ([stream, durable]) => {
    const { num_pending, num_ack_pending } = await provisioner.jsm.consumers.info(stream, durable);
    return [durable, num_pending + num_ack_pending] as const;
  });
  return Object.fromEntries((await Promise.all(counts)).filter(([, count]) => count > 0));
}

/** Asks again and again until `isRight` or the time is over; answers what was said last. */
async function settled<T>(look: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  for (const until = Date.now() + SETTLING_MS; ; await delay(250)) {
    const value = await look();
    if (isRight(value) || Date.now() > until) return value;
  }
}

/** The facts of a job in the order in which they were stored, each with its age since the request. */
async function storyOf(gateway: Bus, jobId: string): Promise<string> {
  const facts = await readJournal(gateway, jobId);
  const [request] = facts;
  return facts.map(({ subject, at }) => `${subjectParts(subject).scope} +${at - (request?.at ?? at)}`).join(", ");
}

/** Which jobs are judged. */
export interface Audited {
  /** Every submission that a world ever had. */
  jobs: readonly Submitted[];
  witness: Witness;
  /** True while the load goes on: only jobs whose end was read are judged, and requests that nobody was told of may still be. */
  underWay?: boolean;
}

/** Judges what was submitted to a world, job by job and over all. */
export async function audit(world: World, { jobs, witness, underWay = false }: Audited): Promise<Audit> {
  await using gateway = await world.open("gateway");
  await using clock = await brokerClock(gateway, { stream: streams.analysis, durable: durables.requests });
  const accepted = jobs.filter((job): job is Submitted & { jobId: string } => job.jobId !== undefined && (!underWay || job.endedAt > 0));
  const judged = await inParallel(accepted, async (job) => {
    const [request, row] = await Promise.all([readRequest(gateway, job.jobId), readRow(gateway, job.jobId)]);
    return { ...job, ...judge(job, { request, row, verdicts: witness.verdictsOf(job.jobId) }, clock.now()) };
  });
  const { state } = await gateway.jsm.streams.info(streams.analysis, { subjects_filter: subjects.requests });
  const known = new Set(accepted.map(({ jobId }) => jobId));
  const strays = (underWay ? [] : Object.keys(state.subjects ?? {})).filter((subject) => !known.has(subjectParts(subject).job));
  const endings = { completed: 0, degraded: 0, failed: 0, none: 0 };
  for (const { ending } of judged) endings[ending]++;
  const longest = judged.toSorted((a, b) => (b.tookMs ?? 0) - (a.tookMs ?? 0))[0];
  const longestMs = longest?.tookMs ?? 0;
  return {
    judged,
    refused: jobs.filter(({ refused }) => refused).length,
    endings,
    lost: judged.flatMap(({ lost }) => lost),
    doubled: [
      ...judged.flatMap(({ doubled }) => doubled),
      ...(known.size < accepted.length ? [`${accepted.length - known.size} request_ids share a job`] : []),
      ...strays.map((subject) => `${subject}: a request that nobody was told of`),
    ],
    broken: [...judged.flatMap(({ broken }) => broken), ...(underWay ? [] : neverTaken(jobs))],
    stuck: judged.flatMap(({ stuck }) => stuck),
    longestMs,
    longest: await storyOf(gateway, longest?.jobId ?? ""),
  };
}

/** What must be true once everything has followed that follows from the end of jobs; waits for it, for a minute. */
export interface Aftermath {
  /** What quota or usage says that the jobs do not. */
  inexact: string[];
  /** Deliveries that nobody has acknowledged, by consumer. */
  unworked: Record<string, number>;
}

/** Looks at usage, quota and deliveries after the end of all `judged`. */
export async function aftermath(world: World, judged: Audit["judged"]): Promise<Aftermath> {
  await using provisioner = await world.open("provisioner");
  const unworked = await settled(
    () => unworkedOf(provisioner),
    (open) => Object.keys(open).length === 0,
  );
  return { unworked, inexact: await inexactAccounts(world.all, judged) };
}
