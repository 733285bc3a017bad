import { type JobState, parseFact, type StoredRequest, stateOf, timing } from "@token-sentiment/contract";
import { type Bus, readRequest, readRow, type Row } from "@token-sentiment/bus";
import { together } from "./together.ts";

/** A job as a client sees it now. */
export interface JobView {
  /** The poll body, as bytes to send. */
  body: string;
  status: "pending" | "running" | "completed" | "failed";
  final: boolean;
  etag: string;
  /** Broker time of the request, epoch ms. */
  requestAt: number;
  /** Broker time of what made it so: the request, its row, or the end of its time; epoch ms. */
  changedAt: number;
  /** Revision of the row that was read, 0 when there is none. */
  revision: number;
  /** The evidence it was folded from, by sequence; undefined unless a row says so. */
  used?: readonly number[];
}

/** Reads jobs. */
export interface JobReader {
  /** Undefined = unknown. Throws like `readRow`. */
  read(jobId: string): Promise<JobView | undefined>;
  /** The job, if it is known here to be final: then nobody is asked. */
  kept(jobId: string): JobView | undefined;
}

/** A reader that hears what becomes of jobs, too. */
export interface LearningReader extends JobReader {
  /** Keeps what a row that was just delivered says, if it is final for ever: its polls then ask nobody. */
  learn(row: Row): void;
}

/** What a reader needs. `clock` is broker time; `cacheBytes` bounds the final answers kept in memory. */
export interface JobReaderOptions {
  bus: Bus;
  clock: { now(): number };
  cacheBytes?: number;
}

const PENDING_ETAG = '"pending"';
const TIMED_OUT_ETAG = '"timed-out"';

/** What a kept answer weighs beside its text: its key, its members, its place in the map. */
const KEPT_BYTES = 512;
/** At most: two bytes a character, eight a sequence. */
const bytesOf = ({ body, used = [] }: JobView): number => KEPT_BYTES + 2 * body.length + 8 * used.length;

/** A request as its polls need it: it never changes. */
interface KnownRequest extends StoredRequest {
  coin_symbol: string;
}

const KNOWN_MAX = 10_000;

/** A job that is final, and what made it so. */
interface Ended {
  jobId: string;
  request: StoredRequest;
  row: Row | undefined;
  state: Extract<JobState, { status: "completed" | "failed" }>;
}

function finalView({ jobId, request, row, state }: Ended): JobView {
  const { status } = state;
  const about = { status, final: true, requestAt: request.at, changedAt: row?.at ?? request.at, revision: row?.revision ?? 0 };
  const byRow = { ...about, ...(row?.evidence && { used: row.evidence }), etag: `"${about.revision}"` };
  if (status === "completed") return { ...byRow, body: JSON.stringify(state.row) };
  const body = JSON.stringify({ job_id: jobId, status, error: state.error });
  // Judged at its very start a job is failed only by a row that counts.
  if (stateOf(request, row, request.at).status === "failed") return { ...byRow, body };
  return { ...about, changedAt: request.at + timing.failedMs, body, etag: TIMED_OUT_ETAG };
}

/** Judges jobs by `stateOf`, one leader read each; requests and final answers are kept, since they never change. */
export function createJobReader({ bus, clock, cacheBytes = 32 * 1024 * 1024 }: JobReaderOptions): LearningReader {
  const finals = new Map<string, JobView>();
  const requests = new Map<string, KnownRequest>();
  let bytes = 0;

  function forget(jobId: string, view: JobView): void {
    if (finals.delete(jobId)) bytes -= bytesOf(view);
  }

  function keep(jobId: string, view: JobView): JobView {
    if (!view.final || finals.has(jobId)) return view;
    finals.set(jobId, view);
    bytes += bytesOf(view);
    for (const [oldest, kept] of finals) {
      if (bytes <= cacheBytes) break;
      forget(oldest, kept);
    }
    return view;
  }

  const isKept = ({ at }: StoredRequest, now: number): boolean => now < at + timing.retentionMs;

  async function readKnown(jobId: string, now: number): Promise<KnownRequest | undefined> {
    const known = requests.get(jobId);
    if (known && isKept(known, now)) return known;
    const fact = await readRequest(bus, jobId);
    if (!fact) return undefined;
    const request = { at: fact.at, coin_symbol: parseFact("request", fact).coin_symbol };
    requests.set(jobId, request);
    const [oldest] = requests.keys();
    if (requests.size > KNOWN_MAX && oldest !== undefined) requests.delete(oldest);
    return request;
  }

  /** A row tells its request's time, unless it is of an earlier request of the same id, a day ago. */
  async function requestOf(jobId: string, row: Row | undefined, now: number): Promise<StoredRequest | undefined> {
    return row && isKept({ at: row.requestAt }, now) ? { at: row.requestAt } : await readKnown(jobId, now);
  }

  const look = together(async (jobId): Promise<JobView | undefined> => {
    const row = await readRow(bus, jobId);
    const request = await requestOf(jobId, row, clock.now());
    const state = stateOf(request, row, clock.now());
    if (!request || state.status === "unknown") return undefined;
    if (state.status === "completed" || state.status === "failed") return keep(jobId, finalView({ jobId, request, row, state }));
    const about = {
      status: state.status,
      final: false,
      requestAt: request.at,
      changedAt: row?.at ?? request.at,
      revision: row?.revision ?? 0,
    };
    const coin_symbol = row?.row.status === "running" ? row.row.coin_symbol : (await readKnown(jobId, clock.now()))?.coin_symbol;
    if (coin_symbol === undefined) return undefined;
    const etag = state.status === "running" ? `"${about.revision}"` : PENDING_ETAG;
    return { ...about, body: JSON.stringify({ job_id: jobId, status: state.status, coin_symbol }), etag };
  });

  function finalOf(jobId: string): JobView | undefined {
    const view = finals.get(jobId);
    if (!view || isKept({ at: view.requestAt }, clock.now())) return view;
    // Its request_id may have been used again: a day later the same id is another job.
    forget(jobId, view);
    return undefined;
  }

  return {
    kept: finalOf,
    read: async (jobId) => finalOf(jobId) ?? (await look(jobId)),
    learn(row) {
      const [jobId, request] = [row.row.job_id, { at: row.requestAt }];
      const state = stateOf(request, row, clock.now());
      if (state.status === "completed" || state.status === "failed") keep(jobId, finalView({ jobId, request, row, state }));
    },
  };
}
