import { isFinal, parseFact, type StoredRequest, stateOf, timing } from "@token-sentiment/contract";
import { type Bus, readRequest, readRow, type Row } from "@token-sentiment/bus";

/** A job as a client sees it now. */
export interface JobView {
  /** The poll body, as bytes to send. */
  body: string;
  status: "pending" | "running" | "completed" | "failed";
  final: boolean;
  etag: string;
  /** Broker time of the request, epoch ms. */
  requestAt: number;
  /** Revision of the row that was read, 0 when there is none. */
  revision: number;
  /** The evidence it was folded from, by sequence; undefined unless a row says so. */
  used?: readonly number[];
}

/** Reads jobs. */
export interface JobReader {
  /** Undefined = unknown. Throws like `readRow`. */
  read(jobId: string): Promise<JobView | undefined>;
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

/** The coin symbol of an open job. */
async function openSymbol(bus: Bus, jobId: string, row: Row | undefined): Promise<string | undefined> {
  if (row?.row.status === "running") return row.row.coin_symbol;
  const fact = await readRequest(bus, jobId);
  return fact && parseFact("request", fact).coin_symbol;
}

/** Judges jobs by `stateOf`, one leader read each when there is a row; final answers are kept, since they never change. */
export function createJobReader({ bus, clock, cacheBytes = 32 * 1024 * 1024 }: JobReaderOptions): JobReader {
  const finals = new Map<string, JobView>();
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

  /** A row tells its request's time, unless it is of an earlier request of the same id, a day ago. */
  async function requestOf(jobId: string, row: Row | undefined, now: number): Promise<StoredRequest | undefined> {
    return row && now < row.requestAt + timing.retentionMs ? { at: row.requestAt } : await readRequest(bus, jobId);
  }

  return {
    async read(jobId) {
      const kept = finals.get(jobId);
      if (kept && clock.now() < kept.requestAt + timing.retentionMs) return kept;
      // Its request_id may have been used again: a day later the same id is another job.
      if (kept) forget(jobId, kept);
      const row = await readRow(bus, jobId);
      const request = await requestOf(jobId, row, clock.now());
      const state = stateOf(request, row, clock.now());
      if (!request || state.status === "unknown") return undefined;
      const { status } = state;
      const about = { status, final: isFinal(state), requestAt: request.at, revision: row?.revision ?? 0 };
      const folded = row?.evidence === undefined ? {} : { used: row.evidence };
      const rowEtag = `"${about.revision}"`;
      if (state.status === "completed") return keep(jobId, { ...about, ...folded, body: JSON.stringify(state.row), etag: rowEtag });
      if (state.status === "failed") {
        const body = JSON.stringify({ job_id: jobId, status: "failed", error: state.error });
        // Judged at its very start a job is failed only by a row that counts.
        const byRow = stateOf(request, row, request.at).status === "failed";
        return keep(jobId, byRow ? { ...about, ...folded, body, etag: rowEtag } : { ...about, body, etag: TIMED_OUT_ETAG });
      }
      const coin_symbol = await openSymbol(bus, jobId, row);
      if (coin_symbol === undefined) return undefined;
      const etag = state.status === "running" ? rowEtag : PENDING_ETAG;
      return { ...about, body: JSON.stringify({ job_id: jobId, status: state.status, coin_symbol }), etag };
    },
  };
}
