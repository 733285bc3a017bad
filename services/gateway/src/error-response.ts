import { BrokerUnreachableError, StorageFullError } from "@token-sentiment/bus";
import { ApiError, type ErrorRow, errorTable } from "./errors.ts";

/** The row of the table for anything thrown. What is neither ours nor the framework's is a bug: `internal_error`. */
export function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof BrokerUnreachableError || error instanceof StorageFullError) return new ApiError("unavailable", { cause: error });
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  if (statusCode === 413) return new ApiError("body_too_large", { cause: error });
  if (code === "FST_ERR_HANDLER_TIMEOUT") return new ApiError("unavailable", { cause: error });
  if (statusCode === 404 || code === "FST_ERR_BAD_URL" || code === "FST_ERR_MAX_PARAM_LENGTH")
    return new ApiError("not_found", { cause: error });
  if (statusCode === 400 || statusCode === 415) return new ApiError("invalid_body", { cause: error });
  return new ApiError("internal_error", { cause: error });
}

/** An error as it is sent. */
export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const PROBLEM = "application/problem+json";

/** `error` for every client, and the flat members of RFC 9457 (but for its numeric `status`: the word is taken by jobs). */
export function errorResponse(error: ApiError, requestId: string, accept = ""): ErrorResponse {
  const row: ErrorRow = errorTable[error.code];
  const body = {
    error: error.message,
    ...(row.degraded ? { status: "degraded" } : {}),
    type: `urn:token-sentiment:error:${error.code}`,
    title: row.title,
    detail: error.message,
    code: error.code,
    instance: `urn:uuid:${requestId}`,
    ...(error.problems.length > 0 ? { errors: error.problems } : {}),
  };
  const wantsProblem = accept.split(",").some((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    return type === PROBLEM && !parameters.some((one) => /^q=0(?:\.0*)?$/.test(one));
  });
  return {
    status: error.status,
    headers: {
      "content-type": `${wantsProblem ? PROBLEM : "application/json"}; charset=utf-8`,
      "cache-control": "no-store",
      ...(row.retryAfter === undefined ? {} : { "retry-after": String(row.retryAfter) }),
      ...error.headers,
    },
    body: JSON.stringify(body),
  };
}
