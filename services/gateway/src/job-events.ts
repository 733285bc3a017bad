import { timing } from "@token-sentiment/contract";
import { type Bus, BrokerUnreachableError } from "@token-sentiment/bus";
import type { Bells } from "./bells.ts";
import { evidenceEvent, frame, HEARTBEAT, RETRY } from "./event-bodies.ts";
import { listenFor } from "./job-bell.ts";
import type { JobReader, JobView } from "./job-view.ts";
import { type Journal, readJobJournal } from "./journal.ts";

/** What a stream of events needs. */
export interface JobEventsOptions {
  bus: Bus;
  bells: Bells;
  reader: JobReader;
  clock: { now(): number };
  /** The sequence that the client has seen; 0 = none. */
  after: number;
  /** Ends the stream: the client left, or the service drains. */
  until: AbortSignal;
  heartbeatMs?: number;
}

const HEARTBEAT_MS = 10_000;
/** A ring can be lost with a connection: read again by ourselves. */
const HEAL_MS = 5000;
/** How often, and how long, a read behind its ring is repeated. */
const STALE_MS = 20;
const STALE_READS = 50;
/** Every job is final before; only a broker that stays away keeps a stream so long. */
export const STREAM_MS = 240_000;

/** The journal lacks evidence that rang, or that the final row was folded from: a replica that is behind. */
const lacks = (journal: Journal | undefined, view: JobView, rung: number): boolean => {
  const newest = journal?.evidence.at(-1)?.seq ?? 0;
  return !journal || newest < Math.max(0, ...(view.used ?? [rung]));
};

/**
 * A job's life as server-sent events: `status` when it changes, `evidence` as the broker stored it, then `completed` or `failed`, and the end.
 * An id is a sequence of the stream ANALYSIS; an event that is no fact repeats the last one. Says nothing twice to a client that resumes, but
 * for the state. Wakes by doorbell; reads on a ring, every 5 s, and when the job times out. While the broker is away it beats on.
 */
export async function* jobEvents(jobId: string, options: JobEventsOptions): AsyncGenerator<string> {
  const { bus, bells, reader, clock, until, heartbeatMs = HEARTBEAT_MS } = options;
  const end = performance.now() + STREAM_MS;
  let last = options.after;
  let told = "";
  let beat = performance.now() + heartbeatMs;
  let heal = 0;
  let stale = 0;
  // Before the first read, on the same connection: what is stored in between rings.
  using bell = listenFor(jobId, bells, until);
  yield RETRY;

  while (!until.aborted && performance.now() < end) {
    let timesOutMs = HEAL_MS;
    try {
      // The state before the journal: a final state's evidence was stored before it.
      const view = await reader.read(jobId);
      if (!view) return;
      const journal = await readJobJournal(bus, jobId);
      const behind = lacks(journal, view, bell.evidence) || (!view.final && view.revision < bell.row);
      stale = behind ? stale + 1 : 0;
      const wanted = view.used && new Set(view.used);
      const fresh = (journal?.evidence ?? []).filter(({ seq }) => seq > last && (wanted?.has(seq) ?? true));
      last = Math.max(last, journal?.request.seq ?? 0);
      if (!view.final && told !== view.status) yield frame("status", last, view.body);
      for (const { seq, value } of fresh) {
        last = Math.max(last, seq);
        yield frame("evidence", seq, JSON.stringify(evidenceEvent(value)));
      }
      told = view.status;
      const repeat = behind && stale < STALE_READS;
      if (view.final && !repeat) {
        yield frame(view.status, last, view.body);
        return;
      }
      const leftMs = view.requestAt + timing.failedMs - clock.now();
      timesOutMs = repeat ? STALE_MS : leftMs > 0 ? leftMs : HEAL_MS;
    } catch (error) {
      if (!(error instanceof BrokerUnreachableError)) throw error;
    }
    heal = performance.now() + Math.min(HEAL_MS, timesOutMs);
    // Not before it is time to read again: a heartbeat reads nothing.
    for (let heard = false; !heard && !until.aborted;) {
      const now = performance.now();
      if (now >= beat) {
        beat = now + heartbeatMs;
        yield HEARTBEAT;
      }
      if (now >= heal) break;
      heard = await bell.wait(Math.min(heal, beat) - now);
    }
  }
}
