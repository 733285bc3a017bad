import { timing } from "@token-sentiment/contract";
import { BrokerUnreachableError } from "@token-sentiment/bus";
import type { Bells } from "./bells.ts";
import { HEARTBEAT, plainTelling, type Telling } from "./event-bodies.ts";
import { type JobBell, listenFor } from "./job-bell.ts";
import type { JobReader, JobView } from "./job-view.ts";
import type { Journal } from "./journal.ts";

/** What a stream of events needs. */
export interface JobEventsOptions {
  /** Reads what the broker holds of a job. */
  journals: (jobId: string) => Promise<Journal | undefined>;
  bells: Bells;
  reader: Pick<JobReader, "read">;
  clock: { now(): number };
  /** The sequence that the client has seen; 0 = none. */
  after: number;
  /** Ends the stream: the client left, or the service drains. */
  until: AbortSignal;
  heartbeatMs?: number;
  /** In whose words; those of this API when left out. */
  telling?: Telling;
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
  const { bells, until, heartbeatMs = HEARTBEAT_MS, telling = plainTelling } = options;
  const end = performance.now() + STREAM_MS;
  let beat = performance.now() + heartbeatMs;
  // Before the first read, on the same connection: what is stored in between rings.
  using bell = listenFor(jobId, bells, until);
  const look = looker(jobId, bell, { ...options, telling });
  yield telling.opening;

  while (!until.aborted && performance.now() < end) {
    const { frames, ended, againMs } = await look();
    // Taken out one by one: a stream that waits holds nothing of what it has said.
    for (let next = frames.shift(); next !== undefined; next = frames.shift()) yield next;
    if (ended) return;
    const again = performance.now() + againMs;
    // Not before it is time to read again: a heartbeat reads nothing.
    for (let heard = false; !heard && !until.aborted;) {
      const now = performance.now();
      if (now >= beat) {
        beat = now + heartbeatMs;
        yield HEARTBEAT;
      }
      if (now >= again) break;
      heard = await bell.wait(Math.min(again, beat) - now);
    }
  }
}

/** What is new to be said, whether that is the end, and when to look again without a ring. */
interface Look {
  frames: string[];
  ended: boolean;
  againMs: number;
}

/** Looks at a job again and again, and tells what the looks before have not. */
function looker(jobId: string, bell: JobBell, options: JobEventsOptions & { telling: Telling }): () => Promise<Look> {
  const { journals, reader, clock, after, telling } = options;
  let last = after;
  let told = "";
  let stale = 0;
  const look = async (): Promise<Look> => {
    // The state before the journal: a final state's evidence was stored before it.
    const view = await reader.read(jobId);
    if (!view) return { frames: [], ended: true, againMs: 0 };
    const journal = await journals(jobId);
    const behind = lacks(journal, view, bell.evidence) || (!view.final && view.revision < bell.row);
    stale = behind ? stale + 1 : 0;
    const wanted = view.used && new Set(view.used);
    const fresh = (journal?.evidence ?? []).filter(({ seq }) => seq > last && (wanted?.has(seq) ?? true));
    last = Math.max(last, journal?.request.seq ?? 0);
    const frames = !view.final && told !== view.status ? [telling.state(view, last)] : [];
    for (const { seq, value } of fresh) {
      last = Math.max(last, seq);
      frames.push(telling.evidence(value, seq));
    }
    told = view.status;
    const repeat = behind && stale < STALE_READS;
    const ended = view.final && !repeat;
    if (ended) frames.push(telling.state(view, last));
    const leftMs = view.requestAt + timing.failedMs - clock.now();
    return { frames, ended, againMs: repeat ? STALE_MS : leftMs > 0 ? Math.min(HEAL_MS, leftMs) : HEAL_MS };
  };
  return () =>
    look().catch((error: unknown) => {
      if (error instanceof BrokerUnreachableError) return { frames: [], ended: false, againMs: HEAL_MS };
      throw error;
    });
}
