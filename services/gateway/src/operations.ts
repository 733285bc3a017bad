import { a2aOperations } from "./a2a/a2a-operations.ts";
import type { ToldHeaders } from "./answer-headers.ts";
import { discoveryOperations } from "./discovery/discovery-operations.ts";
import type { ErrorCode } from "./errors.ts";
import { type Operation, traced } from "./operation.ts";

const cached: ToldHeaders = { always: ["Cache-Control"] };

/** Every route. A test holds it against the routes that are registered and against docs/api.md. */
export const operations: readonly Operation[] = [
  {
    method: "post",
    path: "/api/agent",
    summary: "Submit an analysis",
    paid: true,
    body: "Submission",
    status: 202,
    answers: "Accepted",
    headers: ["X-Demo-Fingerprint", "Idempotency-Key", "Authorization", "Cache-Control"],
    told: {
      always: ["traceparent", "Location", "Retry-After", "Idempotency-Key", "Cache-Control"],
      maybe: ["RateLimit", "RateLimit-Policy", "Idempotent-Replayed", "Webhook-Secret"],
    },
    failing: { maybe: ["traceparent", "Idempotency-Key"] },
    errors: [
      "missing_parameter",
      "invalid_parameter",
      "invalid_body",
      "body_too_large",
      "unauthorized",
      "demo_limit_reached",
      "idempotency_mismatch",
      "too_many_concurrent",
    ],
  },
  {
    method: "get",
    path: "/api/agent/{job_id}",
    summary: "The state of a job, at once or when it is final",
    answers: "Job",
    conditional: true,
    headers: ["If-None-Match", "Prefer"],
    told: { always: ["traceparent", "ETag", "Cache-Control"], maybe: ["Retry-After", "Preference-Applied"] },
    failing: { maybe: ["traceparent", "Preference-Applied"] },
    query: ["wait"],
    errors: ["job_not_found", "invalid_parameter"],
  },
  {
    method: "get",
    path: "/api/agent/{job_id}/events",
    summary: "A job's states and evidence as server-sent events: status, evidence, completed, failed",
    answers: "EvidenceEvent",
    stream: true,
    headers: ["Last-Event-ID"],
    ...traced,
    errors: ["job_not_found"],
  },
  {
    method: "get",
    path: "/api/agent/{job_id}/report",
    summary: "Why a job ended as it did",
    answers: "Report",
    ...traced,
    errors: ["job_not_found", "no_report"],
  },
  {
    method: "get",
    path: "/api/agent/{job_id}/deliveries",
    summary: "What came of telling a job's end to its webhook_url",
    answers: "Deliveries",
    ...traced,
    errors: ["job_not_found"],
  },
  {
    method: "get",
    path: "/api/quota",
    summary: "The caller's calls left, and when the next comes back",
    answers: "Quota",
    told: { ...traced.told, maybe: ["RateLimit", "RateLimit-Policy"] },
    failing: traced.failing,
    headers: ["X-Demo-Fingerprint", "Authorization"],
    errors: ["unauthorized"],
  },
  {
    method: "get",
    path: "/api/usage",
    summary: "The key's calls by day and outcome",
    answers: "Usage",
    ...traced,
    keyed: true,
    headers: ["Authorization"],
    query: ["days"],
    errors: ["unauthorized", "invalid_parameter"],
  },
  {
    method: "get",
    path: "/api/tokens/{chain_id}/{address}/history",
    summary: "Past verdicts on a token, newest first",
    answers: "History",
    ...traced,
    errors: ["invalid_parameter"],
  },
  {
    method: "post",
    path: "/mcp",
    summary: "The service as tools for models: JSON-RPC of the Model Context Protocol, stateless streamable HTTP",
    ...traced,
    notified: true,
    headers: ["X-Demo-Fingerprint", "Authorization"],
    errors: ["invalid_body", "body_too_large"],
  },
  ...a2aOperations,
  ...discoveryOperations,
  { method: "get", path: "/api/examples", summary: "Tokens to try", answers: "Examples", told: cached },
  {
    method: "get",
    path: "/api/calibration",
    summary: "How the model's answers compare with what followed, and on which data",
    answers: "Calibration",
    told: cached,
  },
  { method: "get", path: "/api/schema/deliverable", summary: "JSON Schema of a finished analysis, public fields only", told: cached },
  { method: "get", path: "/openapi.json", summary: "This document", told: cached },
  { method: "get", path: "/status", summary: "What works now: the queue, the engines and their sources", answers: "Status", ...traced },
  { method: "get", path: "/", summary: "The console: this service for people", page: "text/html", ...traced },
  {
    method: "get",
    path: "/console/{room}/{file}",
    summary: "What the console loads",
    page: "text/javascript",
    conditional: true,
    told: { always: ["traceparent", "ETag", "Cache-Control"] },
    failing: traced.failing,
  },
  { method: "get", path: "/docs", summary: "This document for people", page: "text/html", told: cached },
];

/** What any route may answer. */
export const anywhere: readonly ErrorCode[] = ["not_found", "method_not_allowed", "rate_limited", "internal_error", "unavailable"];
