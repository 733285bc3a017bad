import { z } from "zod";

/** What a webhook tells of. */
export const WebhookType = z.enum(["analysis.completed", "analysis.failed"]);
export type WebhookType = z.infer<typeof WebhookType>;

/** The end of a job that somebody wants to be told of, as the gateway queues it. Holds neither the URL in the open nor the secret that signs. */
export const WebhookDue = z.looseObject({
  /** `webhook-id`: the same at every attempt. */
  id: z.string().min(1).max(128),
  job_id: z.uuid(),
  type: WebhookType,
  /** Broker time at which the job was settled, epoch ms. */
  settled_at: z.int(),
  /** Who asked, as in the request. */
  caller: z.string().min(1).max(128),
  /** The URL, sealed about the caller; the secret that signs follows from it. */
  target: z.string().min(1).max(4096),
  /** The body of a poll. */
  data: z.record(z.string(), z.unknown()),
});
export type WebhookDue = z.infer<typeof WebhookDue>;

/** An operator wants a job's webhook sent again. */
export const WebhookAgain = z.looseObject({ job_id: z.uuid() });
export type WebhookAgain = z.infer<typeof WebhookAgain>;

/**
 * What came of one attempt. `delivered`: a 2xx. `gone`: a 410, which ends it. `status`: any other. `redirect`: a 3xx, never followed.
 * `refused`: its name leads to an address that is not public. `unresolved`: its name leads nowhere. `unreachable`, `timeout`, `tls`: no answer, and why.
 */
export const WebhookOutcome = z.enum(["delivered", "gone", "status", "redirect", "refused", "unresolved", "unreachable", "timeout", "tls"]);
export type WebhookOutcome = z.infer<typeof WebhookOutcome>;

/** One attempt, as the notifier writes it down. Nothing that the receiver sent is in it but the status. */
export const WebhookAttempt = z.looseObject({
  id: z.string(),
  job_id: z.uuid(),
  /** The sequence of what asked for it: the gateway's, or an operator's. */
  order: z.int().nonnegative(),
  /** 1 for the first of that order. */
  attempt: z.int().positive(),
  /** When it began, epoch ms. */
  at: z.int(),
  elapsed_ms: z.int().nonnegative(),
  outcome: WebhookOutcome,
  /** HTTP status; absent when there was no answer. */
  status: z.int().optional(),
  /** Epoch ms; absent when there is none to come. */
  next_at: z.int().optional(),
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

/** 200 of `GET /api/agent/{job_id}/deliveries`. */
export const DeliveriesView = z.strictObject({
  job_id: z.uuid(),
  /** `none`: nothing was asked to be told. `waiting`: the job is open, or nobody was called yet. `failed`: given up. */
  state: z.enum(["none", "waiting", "retrying", "delivered", "failed"]),
  webhook_id: z.string().nullable(),
  type: WebhookType.nullable(),
  /** Epoch ms; null when none is to come. */
  next_attempt_at: z.int().nullable(),
  /** Oldest first, at most the last 64. */
  attempts: z.array(
    z.strictObject({
      at: z.int(),
      outcome: WebhookOutcome,
      /** HTTP status; null when there was no answer. */
      status: z.int().nullable(),
      elapsed_ms: z.int(),
    }),
  ),
});
export type DeliveriesView = z.infer<typeof DeliveriesView>;
