import type { ErrorCode } from "../errors.ts";
import { type Operation, traced } from "../operation.ts";

const ofMessages: readonly ErrorCode[] = [
  "missing_parameter",
  "invalid_parameter",
  "invalid_body",
  "body_too_large",
  "content_type_not_supported",
  "push_not_supported",
  "unsupported_operation",
  "unauthorized",
  "demo_limit_reached",
  "payment_refused",
  "job_not_found",
  "idempotency_mismatch",
  "too_many_concurrent",
  "payment_pending",
  "payment_unavailable",
  "version_not_supported",
];

const sending = {
  method: "post",
  body: "A2aRequest",
  a2a: true,
  headers: ["A2A-Version", "X-Demo-Fingerprint", "Authorization", "PAYMENT-SIGNATURE"],
  told: { ...traced.told, maybe: ["RateLimit", "RateLimit-Policy", "PAYMENT-RESPONSE"] },
  failing: traced.failing,
  errors: ofMessages,
} as const satisfies Partial<Operation>;

const ofTask = {
  a2a: true,
  headers: ["A2A-Version"],
  ...traced,
  errors: ["job_not_found", "version_not_supported"],
} as const satisfies Partial<Operation>;

const subscribing = {
  ...ofTask,
  path: "/a2a/tasks/{task_id}:subscribe",
  summary: "The task as it is, then what happens to it, as server-sent events",
  answers: "A2aEvent",
  stream: true,
  errors: [...ofTask.errors, "unsupported_operation"],
} as const satisfies Partial<Operation>;

/** The routes of A2A. */
export const a2aOperations: readonly Operation[] = [
  {
    ...sending,
    path: "/a2a/message:send",
    summary: "Ask for an analysis as an agent (A2A): answers its task, when it has ended",
    answers: "A2aResponse",
  },
  {
    ...sending,
    path: "/a2a/message:stream",
    summary: "The same, as server-sent events from the task's start to its end",
    answers: "A2aEvent",
    stream: true,
  },
  { ...ofTask, method: "get", path: "/a2a/tasks/{task_id}", summary: "A task: an analysis, by its job_id", answers: "A2aTask" },
  { ...subscribing, method: "get" },
  { ...subscribing, method: "post" },
  {
    ...ofTask,
    method: "post",
    path: "/a2a/tasks/{task_id}:cancel",
    summary: "Always refused: what was accepted is carried out",
    answers: "A2aTask",
    errors: [...ofTask.errors, "task_not_cancelable"],
  },
];
