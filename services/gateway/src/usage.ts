import { type JobState, Request, type StoredRow, type UsageOutcome, type UsageView } from "@token-sentiment/contract";
import { appendUsage, type Bus, readOpenRequests, readRow, type Stored, type UsageCount, usageCounts } from "@token-sentiment/bus";
import { keyIdOf, meterOf } from "./caller.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** So many analyses are looked at for those still open; beyond it nobody is told a number. */
const OPEN_MAX = 1000;

/** The UTC day of an epoch ms. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** How a job ended; undefined while it has not. */
export const outcomeOf = (state: JobState): UsageOutcome | undefined => {
  if (state.status === "completed") return state.row.payload.status === "degraded" ? "degraded" : "completed";
  return state.status === "failed" ? "failed" : undefined;
};

/** How a call ended, and of whom it was. */
interface Ended {
  caller: string;
  row: StoredRow;
  state: JobState;
}

/** Meters the call of a key, or of a payer, that has ended, once, however often it is called. Answers the outcome when this call recorded it. */
export async function recordUsage(bus: Bus, { caller, row, state }: Ended): Promise<UsageOutcome | undefined> {
  const key = meterOf(caller);
  const outcome = outcomeOf(state);
  if (key === undefined || outcome === undefined) return undefined;
  const record = { job_id: row.row.job_id, accepted_at: row.requestAt, settled_at: row.at };
  return (await appendUsage(bus, { key, day: dayOf(row.requestAt), outcome }, record)) ? outcome : undefined;
}

/** True for a call of `key` whose job has no final row. */
async function isOpenCallOf(bus: Bus, key: string, stored: Stored): Promise<boolean> {
  const request = Request.safeParse(stored.value).data;
  if (!request || keyIdOf(request.caller) !== key) return false;
  const row = await readRow(bus, request.job_id);
  return row === undefined || row.requestAt !== stored.at || row.row.status === "running";
}

async function openCalls(bus: Bus, key: string): Promise<number | null> {
  const requests = await readOpenRequests(bus, OPEN_MAX);
  if (!requests) return null;
  const open = await Promise.all(requests.map((stored) => isOpenCallOf(bus, key, stored)));
  return open.filter(Boolean).length;
}

/** Adds up counts. */
function sum(counts: readonly UsageCount[]): UsageView["total"] {
  const of = (outcome: UsageOutcome) => counts.reduce((calls, one) => (one.outcome === outcome ? calls + one.calls : calls), 0);
  const [completed, degraded, failed] = [of("completed"), of("degraded"), of("failed")];
  return { calls: completed + degraded + failed, completed, degraded, failed };
}

/** The calls of a key over the last `days` UTC days, today's included; `now` is broker time. Throws like `usageCounts`. */
export async function usageOf(bus: Bus, key: string, { days, now }: { days: number; now: number }): Promise<UsageView> {
  // Open before ended: a call that ends in between is told twice rather than not at all.
  const open = await openCalls(bus, key);
  const [from, to] = [dayOf(now - (days - 1) * DAY_MS), dayOf(now)];
  const counts = (await usageCounts(bus, key)).filter(({ day }) => day >= from);
  const byDay = [...Map.groupBy(counts, ({ day }) => day)].toSorted(([a], [b]) => (a < b ? 1 : -1));
  return { key, from, to, total: sum(counts), open, days: byDay.map(([day, some]) => ({ day, ...sum(some) })) };
}
