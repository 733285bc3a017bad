import { timing } from "@token-sentiment/contract";
import type { Bells } from "./bells.ts";
import { invalid } from "./errors.ts";
import { listenFor } from "./job-bell.ts";
import type { JobReader, JobView } from "./job-view.ts";

/** The longest long-poll, in seconds. */
export const MAX_WAIT_S = 25;
/** A ring can be lost with a connection: read again by ourselves. */
const HEAL_MS = 5000;
/** How often, and how long, a read behind its ring is repeated. */
const STALE_MS = 20;
const STALE_READS = 50;

/** The value of the preference `wait` (RFC 7240): not a parameter of another, nor a part of a quoted string; the first when it is said twice. */
function preferredWait(header: string): string | undefined {
  // A quoted string may hold commas and semicolons. One that nobody closes ends with the header, so that this stays linear.
  const unquoted = header.replaceAll(/"((?:[^"\\]|\\.)*)(?:"|\\?$)/g, (_, text: string) => (/^\d*$/.test(text) ? text : "?"));
  const preferences = unquoted.split(",").map((one) => (one.split(";")[0] ?? "").split("=").map((part) => part.trim()));
  return preferences.find(([name]) => name?.toLowerCase() === "wait")?.[1];
}

/** The seconds a client is willing to wait (`?wait=20`, else `Prefer: wait=20`), at most 25; 0 = not at all. @throws ApiError for another `wait`. */
export function waitSecondsOf(query: unknown, prefer: string | undefined): number {
  if (query !== undefined) {
    if (typeof query !== "string" || !/^\d{1,9}$/.test(query)) throw invalid("wait", `whole seconds from 0 to ${MAX_WAIT_S} are expected`);
    return Math.min(MAX_WAIT_S, Number(query));
  }
  const preferred = (prefer && preferredWait(prefer)) || "";
  return /^\d{1,9}$/.test(preferred) ? Math.min(MAX_WAIT_S, Number(preferred)) : 0;
}

/** What a waiter needs. `until` ends the waiting early: the client left, or the service drains. */
export interface WaitOptions {
  bells: Pick<Bells, "rows">;
  reader: Pick<JobReader, "read">;
  clock: { now(): number };
  ms: number;
  until: AbortSignal;
}

/** The job at its final state, or as it is after `ms`. It reads on a ring, every 5 s, and when the job times out. */
export async function waitForFinal(jobId: string, { bells, reader, clock, ms, until }: WaitOptions): Promise<JobView | undefined> {
  const end = performance.now() + ms;
  // Before the first read, on the same connection: a row stored in between rings.
  using bell = listenFor(jobId, { rows: bells.rows }, until);
  for (let stale = 0; ;) {
    const view = await reader.read(jobId);
    const remainingMs = end - performance.now();
    if (!view || view.final || remainingMs <= 0 || until.aborted) return view;
    const behind = view.revision < bell.row && stale < STALE_READS;
    stale = behind ? stale + 1 : 0;
    const timesOutMs = view.requestAt + timing.failedMs - clock.now();
    await bell.wait(behind ? STALE_MS : Math.min(remainingMs, HEAL_MS, timesOutMs > 0 ? timesOutMs : HEAL_MS));
  }
}
