export { type ApiKeys, openApiKeys } from "./api-keys.ts";
export { assertTopology, checkTopology } from "./assert-topology.ts";
export { PAYMENT_DAYS } from "./bucket-specs.ts";
export { brokerClock, type BrokerClock } from "./broker-clock.ts";
export { type Bucket, type Entry, openBucket } from "./bucket.ts";
export { brokerStatus, type ConsumerStatus, type StreamStatus } from "./broker-status.ts";
export { type Bus, type BusEvent, type BusLog, type Tracing } from "./bus.ts";
export { consume, type ConsumeOptions, type Delivery } from "./consume.ts";
export { consumerLoad, type ConsumerLoad } from "./consumer-load.ts";
export { declareTopology } from "./declare-topology.ts";
export { onNewLeader, type Rung, subscribeDoorbell, subscribeFacts } from "./doorbell.ts";
export { BrokerUnreachableError, DropError, ForbiddenError, HandBackError, StorageFullError, TopologyError } from "./errors.ts";
export { appendHour, appendPost, appendProgress, type CollectedOf, readHours, readPosts, readProgress } from "./collected.ts";
export { HOURS_PER_TERM, POSTS_PER_TERM } from "./collected-streams.ts";
export { appendHistory, type HistoryOf, readHistory } from "./history.ts";
export { type BusOptions, openBus } from "./open-bus.ts";
export { type BusHost, openServiceBus } from "./open-service-bus.ts";
export { readOpenRequests } from "./open-requests.ts";
export { nkeyVariable, renderPermissions } from "./permissions.ts";
export { nkeyVariables, type RoleKey, roleKeys } from "./role-keys.ts";
export { openPayments, type PaymentPage, type Payments, type StoredPayment } from "./payments.ts";
export { type Poisoned, readPoison, readSequence } from "./poison.ts";
export { readJournal, readRequest } from "./read-facts.ts";
export { type Asked, askedOf, readRow, readRowAtKey, type Row, type RowAtKey, rowOf, type RowWrite, writeRow } from "./rows.ts";
export { type Stored } from "./stored.ts";
export { CAPACITY_MARGIN, type TopologySettings, USAGE_DAYS } from "./topology.ts";
export { appendUsage, type UsageCount, usageCounts } from "./usage.ts";
export { type Fact, writeFact } from "./write-fact.ts";
export {
  appendAttempt,
  askWebhookAgain,
  type LoggedAttempt,
  queueWebhook,
  readAllAttempts,
  readAttempts,
  readWebhook,
} from "./webhooks.ts";
