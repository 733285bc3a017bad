import type { SendError } from "../answer.ts";
import { apiErrorOf } from "../error-response.ts";
import { type ApiError, type ErrorCode, type ErrorRow, errorTable } from "../errors.ts";
import type { A2aErrorBody } from "./a2a-shapes.ts";
import { mediaTypeFor } from "./a2a-media.ts";

const A2A = "a2a-protocol.org";
const OURS = "token-sentiment";

/** The errors that A2A itself names, with their google.rpc.Code (specification 5.4). */
const named: Partial<Record<ErrorCode, { reason: string; status: string }>> = {
  job_not_found: { reason: "TASK_NOT_FOUND", status: "NOT_FOUND" },
  task_not_cancelable: { reason: "TASK_NOT_CANCELABLE", status: "FAILED_PRECONDITION" },
  unsupported_operation: { reason: "UNSUPPORTED_OPERATION", status: "FAILED_PRECONDITION" },
  push_not_supported: { reason: "PUSH_NOTIFICATION_NOT_SUPPORTED", status: "FAILED_PRECONDITION" },
  content_type_not_supported: { reason: "CONTENT_TYPE_NOT_SUPPORTED", status: "INVALID_ARGUMENT" },
  version_not_supported: { reason: "VERSION_NOT_SUPPORTED", status: "FAILED_PRECONDITION" },
};

/** The google.rpc.Code of an HTTP status. */
const statusNames: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  402: "FAILED_PRECONDITION",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  405: "UNIMPLEMENTED",
  413: "INVALID_ARGUMENT",
  422: "FAILED_PRECONDITION",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
};

const type = (name: string): string => `type.googleapis.com/google.rpc.${name}`;

/** An error as A2A sends it: google.rpc.Status with an ErrorInfo, the fields that do not fit, and when to try again. */
function a2aErrorBody({ code, status, message, problems }: ApiError, requestId: string): A2aErrorBody {
  const { retryAfter }: ErrorRow = errorTable[code];
  const { reason = code.toUpperCase(), status: name = statusNames[status] ?? "UNKNOWN" } = named[code] ?? {};
  const fieldViolations = problems.map(({ field, detail }) => ({ field, description: detail }));
  return {
    error: {
      code: status,
      status: name,
      message,
      details: [
        { "@type": type("ErrorInfo"), reason, domain: named[code] ? A2A : OURS, metadata: { code, instance: `urn:uuid:${requestId}` } },
        ...(fieldViolations.length > 0 ? [{ "@type": type("BadRequest"), fieldViolations }] : []),
        ...(retryAfter === undefined ? [] : [{ "@type": type("RetryInfo"), retryDelay: `${retryAfter}s` }]),
      ],
    },
  };
}

/** Sends an error by the table, in the shape of A2A. What is ours to fix is logged with its stack. */
export const sendA2aError: SendError = (log, error, { request, reply }) => {
  const known = apiErrorOf(error);
  const { retryAfter, degraded }: ErrorRow = errorTable[known.code];
  if (degraded) log.error({ err: known.cause ?? known, code: known.code, http_request_id: request.id }, "a request failed");
  reply.code(known.status).header("cache-control", "no-store").type(mediaTypeFor(request));
  if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
  reply.headers({ ...known.headers }).send(JSON.stringify(a2aErrorBody(known, request.id)));
  return known.code;
};
