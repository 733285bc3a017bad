export { Accepted, Example, HistoryView, QuotaView } from "./api.ts";
export { ApiKey, ApiKeyId } from "./api-key.ts";
export { Branch, BranchWeights } from "./branch.ts";
export { type ChainFamily, ChainId, familyOf } from "./chain.ts";
export { Evidence, Measures, Outcome } from "./evidence.ts";
export {
  FACT_VERSION,
  type FactKind,
  factType,
  type FactValue,
  MalformedFactError,
  checkFact,
  parseFact,
  UnknownVersionError,
} from "./facts.ts";
export { PastVerdict } from "./history.ts";
export { JobRow, StoredJobRow, TIMED_OUT } from "./job.ts";
export {
  type BucketName,
  buckets,
  bucketStream,
  bucketSubject,
  bucketSubjects,
  budgetKey,
  cacheKey,
  COLLECTOR,
  doorbells,
  durables,
  engineFilters,
  type EngineRole,
  engineRole,
  headerNames,
  historySubjects,
  leaderElected,
  NOTIFIER,
  paymentClaimKey,
  paymentKey,
  paymentKeys,
  paymentMark,
  poisonSubjects,
  type PlatformRole,
  platformRoles,
  postSubjects,
  presenceKey,
  quotaKey,
  republish,
  RESOLVER,
  resolverFilter,
  type Role,
  roles,
  streams,
  subjectParts,
  subjects,
  SYMBOL,
  talkSubjects,
  usageSubjects,
  webhookSubjects,
  WORKER_API_PREFIX,
  workerOf,
  type WorkerRole,
  workerRoles,
} from "./names.ts";
export { CoordinationSignals, Payload, Verdict } from "./payload.ts";
export { Amount, Bytes32, LowerAddress, Network, PaidJob, PaymentClaim, PaymentRecord, PaymentState } from "./payment.ts";
export { type PaymentNetwork, PaymentNetworks, PayTo } from "./payment-networks.ts";
export { type PostTerm, speaksOfCrypto, termsIn, termsOf } from "./post-terms.ts";
export { Presence } from "./presence.ts";
export { Request } from "./request.ts";
export { type PostSeries, type PriceSeries, Series } from "./series.ts";
export { type EngineName, engineNames, enginesFor, roster, type RosterRow } from "./roster.ts";
export { Label, Signal, SignalStatus } from "./signal.ts";
export { isFinal, type JobState, stateOf, type StoredRequest, type StoredRow } from "./state-of.ts";
export { CollectedPost, TalkHour, TalkProgress } from "./collected.ts";
export { timing } from "./timing.ts";
export { Token, TokenCandidate } from "./token.ts";
export { UsageOutcome, UsageRecord, UsageView } from "./usage.ts";
export { DeliveriesView, WebhookAgain, WebhookAttempt, WebhookDue, WebhookOutcome, WebhookType } from "./webhook.ts";
export { webhookUrl } from "./webhook-url.ts";
