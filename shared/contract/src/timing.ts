const SECOND = 1000;

/** The clocks of a job, in ms after its request's broker timestamp unless said otherwise. */
export const timing = {
  /** One attempt of an engine, from taking the request. */
  engineAttemptMs: 12 * SECOND,
  /** From here on a job does not wait for an engine that is absent. */
  absentMs: 15 * SECOND,
  /** From here on it does not wait for one that is present either: the default of `budget_ms`. */
  budgetMs: 60 * SECOND,
  /** The aggregator's absolute end. */
  settleEndMs: 130 * SECOND,
  /** A row stored later than this never counts. */
  rowCountsMs: 140 * SECOND,
  /** Without a row that counts the job is failed from here on. The 10 s between cover a leader change and clock skew. */
  failedMs: 150 * SECOND,
  /** `running` is written only for a job that is still open so long after its delivery. */
  runningAfterMs: 250,
  /** A presence key lives so long, and is renewed every `presenceEveryMs`. */
  presenceTtlMs: 10 * SECOND,
  presenceEveryMs: 3 * SECOND,
  /** Results and idempotency last so long. */
  retentionMs: 24 * 60 * 60 * SECOND,
} as const;
