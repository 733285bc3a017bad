import { bucketStream, bucketSubject, headerNames, type JobRow, StoredJobRow, type StoredRow } from "@token-sentiment/contract";
import { lastThroughLeader, publishStored } from "./ask-broker.ts";
import { brokerError, isConflict, isNotFound, isTransient } from "./broker-error.ts";
import type { Bus } from "./bus.ts";
import { messageHeaders } from "./message-headers.ts";
import type { Stored } from "./stored.ts";

/** A row with its revision, for a compare-and-set and for an ETag. */
export interface Row extends StoredRow {
  revision: number;
  /** The evidence it was folded from, by stream sequence; undefined when nobody folded it. */
  evidence?: number[];
  /** Version of the model that folded it. */
  model?: string;
}

/** Undefined without a header: a job that was given up. */
const sequencesOf = (header: string | undefined): { evidence?: number[] } =>
  header === undefined ? {} : { evidence: header === "" ? [] : header.split(",").map(Number) };
const modelOf = (header: string | undefined): { model?: string } => (header === undefined ? {} : { model: header });

/** A row as it was read or delivered; undefined for what is not one of ours. */
export function rowOf({ value, at, seq, headers, forged }: Stored): Row | undefined {
  const parsed = StoredJobRow.safeParse(value);
  const requestAt = Number(headers[headerNames.requestTime]);
  if (!parsed.success || !Number.isSafeInteger(requestAt) || forged) return undefined;
  const about = { ...sequencesOf(headers[headerNames.evidence]), ...modelOf(headers[headerNames.model]) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an aggregator wrote it: at least this release's members
  return { row: parsed.data as JobRow, at, requestAt, revision: seq, ...about };
}

/** What lies at a job's key: the row, undefined when there is none of ours, and the newest revision, 0 for none, which a write replaces. */
export interface RowAtKey {
  row: Row | undefined;
  revision: number;
}

/** One look at a job's key through the leader: row and revision are of one moment. What is not a row of ours is logged and not shown. */
export async function readRowAtKey(bus: Bus, jobId: string): Promise<RowAtKey> {
  try {
    const stored = await lastThroughLeader(bus, bucketStream("jobs"), bucketSubject("jobs", jobId));
    if (!stored) return { row: undefined, revision: 0 };
    const row = rowOf(stored);
    if (row) return { row, revision: row.revision };
    bus.count("forged");
    bus.log.error({ job_id: jobId, forged: stored.forged }, "refused a row that is not one of ours");
    return { row: undefined, revision: stored.seq };
  } catch (error) {
    if (isNotFound(error)) return { row: undefined, revision: 0 };
    throw brokerError(error, bus.role, "read a row");
  }
}

/** The row of a job through the leader, undefined when there is none of ours. Throws like `readRowAtKey`. */
export const readRow = async (bus: Bus, jobId: string): Promise<Row | undefined> => (await readRowAtKey(bus, jobId)).row;

/** What a row is written with. */
export interface RowWrite {
  row: JobRow;
  /** Broker time of the job's request. */
  requestAt: number;
  /** The revision it replaces, 0 for none. */
  expectedRevision: number;
  /** Version of the model that folded it, and the evidence sequences it used. */
  model?: string;
  evidence?: readonly number[];
  /** Who asked, and the contract that was judged, if any: what whoever works after the end needs of the request. */
  asked?: Asked;
  /** For the trace: `traceparent` of each evidence it was folded from. */
  causes?: readonly string[];
}

/** What a row tells of its request. */
export interface Asked {
  caller: string;
  token?: { chain_id: string; contract_address: string };
  /** The sealed webhook of the request, if any. */
  webhook?: string;
}

/** Reads what a row tells of its request; undefined where it tells nothing. */
export function askedOf(headers: Record<string, string>): Asked | undefined {
  const { [headerNames.caller]: caller, [headerNames.token]: token, [headerNames.webhook]: webhook } = headers;
  if (caller === undefined) return undefined;
  const [chain_id = "", contract_address = ""] = token?.split(" ") ?? [];
  return { caller, ...(token !== undefined && { token: { chain_id, contract_address } }), ...(webhook !== undefined && { webhook }) };
}

const askedHeaders = ({ caller, token, webhook }: Asked): Record<string, string> => ({
  [headerNames.caller]: caller,
  ...(token && { [headerNames.token]: `${token.chain_id} ${token.contract_address}` }),
  ...(webhook !== undefined && { [headerNames.webhook]: webhook }),
});

/**
 * Writes a row by compare-and-set. Answers its revision, or `conflict` when another writer came first.
 * An unanswered write is read back: it may have been applied. Throws like `writeFact`.
 */
export const writeRow = (bus: Bus, jobId: string, row: RowWrite): Promise<number | "conflict"> =>
  bus.tracing.publish({ subject: bucketSubject("jobs", jobId), ...(row.causes && { causes: row.causes }) }, () =>
    storeRow(bus, jobId, row),
  );

async function storeRow(bus: Bus, jobId: string, write: RowWrite): Promise<number | "conflict"> {
  const { row, requestAt, expectedRevision, model, evidence, asked } = write;
  const data = JSON.stringify(row);
  const own = {
    [headerNames.requestTime]: String(requestAt),
    ...(model !== undefined && { [headerNames.model]: model }),
    ...(evidence !== undefined && { [headerNames.evidence]: evidence.join(",") }),
    ...(asked && askedHeaders(asked)),
  };
  try {
    const headers = messageHeaders(bus, own);
    return (await publishStored(bus, { subject: bucketSubject("jobs", jobId), data, headers, lastSequence: expectedRevision })).seq;
  } catch (error) {
    if (!isConflict(error) && !isTransient(error)) throw brokerError(error, bus.role, "write a row");
    const now = await readRow(bus, jobId);
    if (now && now.requestAt === requestAt && JSON.stringify(now.row) === data) return now.revision;
    bus.count("conflict");
    if (isConflict(error)) return "conflict";
    throw brokerError(error, bus.role, "write a row");
  }
}
