import { durables, streams } from "@token-sentiment/contract";
import { workloads } from "../workloads.ts";
import type { Alert, Series } from "./alert.ts";
import { burnAlerts } from "./burn-alerts.ts";
import { edgeAlerts } from "./edge-alerts.ts";
import { paymentAlerts } from "./payment-alerts.ts";

/** Bytes in the stream of facts. */
const FACTS = `jetstream_stream_total_bytes{stream_name="${streams.analysis}"}`;
const consumer = (name: string, metric: string) => `jetstream_consumer_${metric}{consumer_name="${name}"}`;
/** Whoever must be there: every service, and who tells of the broker. */
const SCRAPED = [...workloads.map(({ name }) => name), "broker"];
const upOf = (jobs: readonly string[]): Series => Object.fromEntries(jobs.map((job) => [`up{job="${job}", instance="a"}`, "1x20"]));

/** Every alert. */
export const alerts: readonly Alert[] = [
  ...burnAlerts(),
  {
    name: "ServiceDown",
    expr: "up == 0",
    for: "2m",
    severity: "page",
    summary: "Prometheus does not reach a process.",
    fires: { at: "5m", series: { 'up{job="aggregator", instance="a"}': "0x10" }, labels: { job: "aggregator", instance: "a" } },
    silent: { 'up{job="aggregator", instance="a"}': "1 1 1 1 0 0" },
  },
  {
    name: "ServiceAbsent",
    // A pod that never came up, or went with its deployment, is no target that could be down.
    expr: SCRAPED.map((job) => `absent(up{job="${job}"})`).join(" or "),
    for: "5m",
    severity: "page",
    summary: "Prometheus knows no process of a service.",
    fires: { at: "10m", series: upOf(SCRAPED.slice(1)), labels: { job: SCRAPED[0] ?? "" } },
    silent: upOf(SCRAPED),
  },
  {
    name: "NoWorker",
    // Workers with both hands full do not pull either, but what is delivered goes on.
    expr: "max by (consumer_name) (jetstream_consumer_num_waiting) == 0 and max by (consumer_name) (changes(jetstream_consumer_delivered_consumer_seq[2m])) == 0",
    for: "1m",
    severity: "page",
    summary: "Nobody pulls from a consumer: its work stands still.",
    fires: {
      at: "8m",
      series: {
        [consumer("engine-security", "num_waiting")]: "0x10",
        [consumer("engine-security", "delivered_consumer_seq")]: "1 2 3 3x10",
      },
      labels: { consumer_name: "engine-security" },
    },
    silent: {
      [consumer("engine-security", "num_waiting")]: "0x10",
      [consumer("engine-security", "delivered_consumer_seq")]: "0+5x10",
      [consumer("engine-market", "num_waiting")]: "1 0 1 0 1 0 1 0 1 0",
      [consumer("engine-market", "delivered_consumer_seq")]: "7x10",
    },
  },
  {
    name: "ConsumerLags",
    // Of aggregator-requests only what is not taken: what is not acknowledged are the open jobs.
    expr: `max by (consumer_name) (jetstream_consumer_num_pending) > 100`,
    for: "2m",
    severity: "page",
    summary: "More than 100 messages wait for a worker.",
    fires: { at: "5m", series: { [consumer(durables.requests, "num_pending")]: "101x10" }, labels: { consumer_name: durables.requests } },
    silent: { [consumer(durables.requests, "num_pending")]: "100x10" },
  },
  {
    name: "EngineRedeliveries",
    expr: "sum by (job) (increase(tsa_engine_redeliveries_total[10m])) > 5",
    severity: "ticket",
    summary: "An engine's processes die over requests.",
    fires: { at: "20m", series: { 'tsa_engine_redeliveries_total{job="engine-market"}': "0+1x30" }, labels: { job: "engine-market" } },
    silent: { 'tsa_engine_redeliveries_total{job="engine-market"}': "0 0 0 0 0 0 0 0 0 0 0 0 1 2 3 4 4 4 4 4 4 4" },
  },
  {
    name: "OldestJobOverdue",
    expr: "max(tsa_aggregator_oldest_open_job_seconds) > 130",
    // One that ends at its deadline is about to.
    for: "30s",
    severity: "page",
    summary: "A job is open past the aggregator's last deadline.",
    fires: { at: "3m", series: { tsa_aggregator_oldest_open_job_seconds: "100+20x10" } },
    silent: { tsa_aggregator_oldest_open_job_seconds: "130 130 130 131" },
  },
  {
    name: "StreamNearlyFull",
    expr: `max(${FACTS}) > 0.8 * max(tsa:analysis_limit_bytes)`,
    for: "5m",
    severity: "ticket",
    summary: "The facts fill four fifths of their room; when it is full, submissions are refused.",
    fires: {
      at: "10m",
      series: { [FACTS]: "81x20", "tsa:analysis_limit_bytes": "100x20" },
    },
    silent: { [FACTS]: "80x20", "tsa:analysis_limit_bytes": "100x20" },
  },
  {
    name: "EngineUnavailable",
    expr: 'sum by (job) (rate(tsa_engine_answers_total{outcome="unavailable"}[10m])) / sum by (job) (rate(tsa_engine_answers_total[10m])) > 0.2',
    for: "5m",
    severity: "ticket",
    summary: "More than a fifth of an engine's answers say that it could not look.",
    fires: {
      at: "30m",
      series: {
        'tsa_engine_answers_total{job="engine-sybil", outcome="observed", cached="false"}': "0+7x40",
        'tsa_engine_answers_total{job="engine-sybil", outcome="unavailable", cached="false"}': "0+3x40",
      },
      labels: { job: "engine-sybil" },
    },
    silent: {
      'tsa_engine_answers_total{job="engine-sybil", outcome="observed", cached="false"}': "0+8x40",
      'tsa_engine_answers_total{job="engine-sybil", outcome="unavailable", cached="false"}': "0+2x40",
    },
  },
  {
    name: "EngineBug",
    expr: "sum by (job) (increase(tsa_engine_bugs_total[15m])) > 0",
    severity: "ticket",
    summary: "An engine met an error that nobody foresaw.",
    fires: { at: "10m", series: { 'tsa_engine_bugs_total{job="engine-solana"}': "0 0 1x20" }, labels: { job: "engine-solana" } },
    silent: { 'tsa_engine_bugs_total{job="engine-solana"}': "1x20" },
  },
  {
    name: "SourceGivenUp",
    // An open circuit lets one call through every 30 s, and is half-open meanwhile: only one that closed means that an answer came.
    expr: "min by (job, upstream) (min_over_time(tsa_engine_upstream_circuit_state[10m])) >= 1",
    for: "5m",
    severity: "ticket",
    summary: "Every process of a role has given up a source.",
    fires: {
      at: "20m",
      series: { 'tsa_engine_upstream_circuit_state{job="engine-market", upstream="binance"}': "0 2 2 1 2 2 1 2 2 2 1 2 2 2 1 2 2 2 1 2 2" },
      labels: { job: "engine-market", upstream: "binance" },
    },
    silent: { 'tsa_engine_upstream_circuit_state{job="engine-market", upstream="binance"}': "2 2 2 2 2 2 2 2 2 2 2 2 0 2 2 2 2 2 2 2 2" },
  },
  {
    name: "ClockSkew",
    expr: "max by (instance) (abs(tsa_gateway_clock_skew_seconds)) > 1",
    for: "2m",
    severity: "ticket",
    summary: "A gateway's clock and the broker's differ by more than a second.",
    fires: { at: "5m", series: { 'tsa_gateway_clock_skew_seconds{instance="g"}': "-1.5x10" }, labels: { instance: "g" } },
    silent: { 'tsa_gateway_clock_skew_seconds{instance="g"}': "-0.9x10" },
  },
  {
    name: "BrokerRefuses",
    expr: 'sum by (job) (increase(tsa_bus_events_total{event=~"forbidden|forged"}[10m])) > 0',
    severity: "page",
    summary: "The broker refused a role something, or a message bore the mark of a forged reply.",
    fires: { at: "10m", series: { 'tsa_bus_events_total{job="gateway", event="forbidden"}': "0 0 1x20" }, labels: { job: "gateway" } },
    silent: { 'tsa_bus_events_total{job="gateway", event="reconnect"}': "0 0 1x20" },
  },
  {
    name: "MessageGivenUp",
    expr: 'sum by (job) (increase(tsa_bus_events_total{event=~"dropped|handler_failed"}[15m])) > 0',
    severity: "ticket",
    summary: "A message could not be worked: it was ended for good, or its handler failed on it.",
    fires: { at: "10m", series: { 'tsa_bus_events_total{job="aggregator", event="dropped"}': "0 0 1x20" }, labels: { job: "aggregator" } },
    silent: { 'tsa_bus_events_total{job="aggregator", event="dropped"}': "1x20" },
  },
  ...edgeAlerts,
  ...paymentAlerts,
];
