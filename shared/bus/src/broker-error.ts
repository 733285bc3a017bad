import { JetStreamApiError, JetStreamError } from "@nats-io/jetstream";
import { NoRespondersError, PermissionViolationError, RequestError, TimeoutError } from "@nats-io/transport-node";
import { BrokerUnreachableError, ForbiddenError, StorageFullError } from "./errors.ts";

/** A write to the same subject is under way in a cluster, maybe this one's own last try: without a majority it may never be stored. */
const UNDECIDED = 10164;
const WRONG_LAST_SEQUENCE = new Set([10071, UNDECIDED]);
const MAXIMUM_EXCEEDED = 10077;
const NO_SPACE = new Set([10002, 10023, 10047, 10110, 10122]);
const TRANSIENT = new Set([10008, 10009, 10076, 10118, 10167]);

const isApi = (error: unknown): error is JetStreamApiError => error instanceof JetStreamApiError;

/** True when the broker refused a write because that fact, or a newer revision, is there already. */
export const isConflict = (error: unknown): boolean =>
  isApi(error) && (WRONG_LAST_SEQUENCE.has(error.code) || (error.code === MAXIMUM_EXCEEDED && /per subject/i.test(error.message)));

/** True when a write conflicts with one that may never be stored: it is neither done nor refused. */
export const isUndecided = (error: unknown): boolean => isApi(error) && error.code === UNDECIDED;

/** True when there is no room, on the disk or within a stream's limits. */
const isFull = (error: unknown): boolean =>
  isApi(error) && !isConflict(error) && (error.code === MAXIMUM_EXCEEDED || NO_SPACE.has(error.code));

/** True when the broker said that there is no such message, stream or consumer. */
export const isNotFound = (error: unknown): boolean =>
  (isApi(error) && [10014, 10037, 10059].includes(error.code)) ||
  (error instanceof JetStreamError && /not found|no (messages|results)/i.test(error.message));

/** The permission violation behind an error, however deep the client wrapped it. */
function violationOf(error: unknown): PermissionViolationError | undefined {
  for (let e: unknown = error; e instanceof Error; e = e.cause) if (e instanceof PermissionViolationError) return e;
  return undefined;
}

/** Says an error of the client as one of ours, with what was being done; an unknown one comes back as it is. */
export function brokerError(error: unknown, role: string, doing: string): Error {
  const violation = violationOf(error);
  if (violation) return new ForbiddenError(role, `${violation.operation} ${violation.subject}`, { cause: error });
  if (isFull(error)) return new StorageFullError(doing, { cause: error });
  if (isTransient(error) || isUndecided(error)) return new BrokerUnreachableError(doing, { cause: error });
  return error instanceof Error ? error : new Error(String(error), { cause: error });
}

/** True when the same call may succeed later: a time-out, a lost connection, no leader, a stream that is not there yet. */
export function isTransient(error: unknown): boolean {
  if (violationOf(error)) return false;
  if (error instanceof TimeoutError || error instanceof NoRespondersError || error instanceof RequestError) return true;
  if (isFull(error)) return false;
  if (isApi(error)) return TRANSIENT.has(error.code) || error.status === 503 || error.status === 429;
  // A direct read that nobody answers.
  if (error instanceof JetStreamError && "code" in error) return error.code === 503 || error.code === 408;
  return (
    error instanceof Error &&
    /JetStreamNotEnabled|ClosedConnection|DrainingConnection|jetstream is not enabled/i.test(`${error.name} ${error.message}`)
  );
}
