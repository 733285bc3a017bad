/** One row of the error table. */
export interface ErrorRow {
  status: number;
  title: string;
  /** The text that clients read as `error`, unless the occurrence has a better one. */
  detail: string;
  /** Seconds of `Retry-After`. */
  retryAfter?: number;
  /** True for failures that are ours: the body then carries `"status":"degraded"`. */
  degraded?: true;
}

/** Every error the gateway answers, by `code`. docs/api.md shows the same table; a test holds the two together. */
export const errorTable = {
  missing_parameter: { status: 400, title: "Missing parameter", detail: "the required parameter coin_symbol is missing" },
  invalid_parameter: { status: 400, title: "Invalid parameter", detail: "a parameter is invalid" },
  invalid_body: { status: 400, title: "Invalid body", detail: "a JSON object with Content-Type application/json is expected" },
  body_too_large: {
    status: 413,
    title: "Body too large",
    detail: "a JSON object of at most 16 KiB with Content-Type application/json is expected",
  },
  unauthorized: { status: 401, title: "Unauthorized", detail: "the API key is unknown or revoked" },
  demo_limit_reached: {
    status: 403,
    title: "Demo limit reached",
    detail: "the demo limit is reached: get full access through the marketplace",
  },
  payment_required: {
    status: 402,
    title: "Payment required",
    detail: "this call is paid: sign the payment that the header PAYMENT-REQUIRED asks for and send it as PAYMENT-SIGNATURE",
  },
  payment_refused: {
    status: 402,
    title: "Payment refused",
    detail: "the payment is refused, and no money moved: the header PAYMENT-REQUIRED says what is asked",
  },
  idempotency_mismatch: {
    status: 422,
    title: "Idempotency mismatch",
    detail: "this request_id was used for another analysis: send the same content again, or another request_id",
  },
  too_many_concurrent: {
    status: 429,
    title: "Too many analyses",
    detail: "too many analyses are running at once, please retry in a moment",
    retryAfter: 3,
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    detail: "too many requests come from this address, please slow down",
    retryAfter: 60,
  },
  job_not_found: { status: 404, title: "Job not found", detail: "the job was not found: it never existed or is older than 24 hours" },
  no_report: { status: 404, title: "No report", detail: "there is no report yet: the job is not final" },
  not_found: { status: 404, title: "Not found", detail: "there is nothing at this path" },
  method_not_allowed: { status: 405, title: "Method not allowed", detail: "this path does not take this method" },
  task_not_cancelable: {
    status: 400,
    title: "Task not cancelable",
    detail: "an analysis that was accepted is carried out: it cannot be canceled",
  },
  unsupported_operation: { status: 400, title: "Unsupported operation", detail: "this agent does not support this operation" },
  push_not_supported: {
    status: 400,
    title: "Push notifications not supported",
    detail: "this agent sends no push notifications: subscribe to the task, or get it again",
  },
  content_type_not_supported: {
    status: 400,
    title: "Content type not supported",
    detail: "a data part with a JSON object, or a text part, is expected",
  },
  version_not_supported: {
    status: 400,
    title: "Version not supported",
    detail: "this agent speaks A2A 1.0: send the header A2A-Version: 1.0",
  },
  internal_error: { status: 500, title: "Internal server error", detail: "internal server error", degraded: true },
  payment_pending: {
    status: 503,
    title: "Payment pending",
    detail: "the payment is being settled: send the same request with the same PAYMENT-SIGNATURE again in a few seconds, and sign no other",
    retryAfter: 5,
    degraded: true,
  },
  payment_unavailable: {
    status: 503,
    title: "Payments unavailable",
    detail: "payments cannot be taken at the moment, and no money moved: send the same request again in a few seconds",
    retryAfter: 10,
    degraded: true,
  },
  unavailable: {
    status: 503,
    title: "Service unavailable",
    detail: "the service cannot take or look up analyses at the moment, please retry in a few seconds",
    retryAfter: 5,
    degraded: true,
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorTable;

/** One field that does not fit, and what would. */
export interface FieldProblem {
  field: string;
  detail: string;
}

/** An answer from the error table. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly problems: readonly FieldProblem[];
  readonly headers: Readonly<Record<string, string>>;
  /** Its row's, unless a caller who may pay is to be told 402. */
  readonly status: number;
  constructor(
    code: ErrorCode,
    about: { detail?: string; problems?: readonly FieldProblem[]; headers?: Record<string, string>; status?: 402 } & ErrorOptions = {},
  ) {
    const { detail = errorTable[code].detail, problems = [], headers = {}, status = errorTable[code].status, cause } = about;
    super(detail, cause === undefined ? {} : { cause });
    this.name = "ApiError";
    this.code = code;
    this.problems = problems;
    this.headers = headers;
    this.status = status;
  }
}

/** One field that does not fit: the `error` names it and what would fit. */
export const invalid = (field: string, detail: string): ApiError =>
  new ApiError("invalid_parameter", { detail: `${field}: ${detail}`, problems: [{ field, detail }] });
