import { durables, streams } from "@token-sentiment/contract";
import type { Alert, Series } from "./alert.ts";
import { edgeAlerts } from "./edge-alerts.ts";
import { burns, objectives, recordingOf } from "./objectives.ts";
import { paymentAlerts } from "./payment-alerts.ts";

/** Bytes in the stream of facts. */
const FACTS = `jetstream_stream_total_bytes{stream_name="${streams.analysis}"}`;
const consumer = (name: string, metric: string) => `jetstream_consumer_${metric}{consumer_name="${name}"}`;
const http = (status: number) => `tsa_gateway_http_request_seconds_count{route="/api/agent", method="POST", status="${status}"}`;
/** Rates over a longer window than there are samples are those of the samples: so half an hour is enough for a day's. */
const steady = (perMinute: number) => `0+${perMinute}x40`;

const traffic: Record<string, { bad: Series; good: Series }> = {
  api: {
    bad: { [http(202)]: steady(100), [http(503)]: steady(5) },
    good: { [http(202)]: steady(100_000), [http(503)]: steady(50) },
  },
  jobs: {
    bad: {
      tsa_aggregator_job_duration_seconds_count: steady(100),
      'tsa_aggregator_job_duration_seconds_bucket{le="60"}': steady(90),
      'tsa_aggregator_jobs_finished_total{outcome="failed"}': steady(1),
    },
    good: {
      tsa_aggregator_job_duration_seconds_count: steady(1000),
      'tsa_aggregator_job_duration_seconds_bucket{le="60"}': steady(997),
      'tsa_aggregator_jobs_finished_total{outcome="failed"}': steady(2),
    },
  },
};

const burnAlerts = (): Alert[] =>
  objectives.flatMap((objective) =>
    burns.map(({ short, long, factor, severity }) => {
      const over = (window: string) => `${recordingOf(objective, window)} > ${factor} * ${objective.budget}`;
      const { bad = {}, good = {} } = traffic[objective.name] ?? {};
      return {
        name: `${objective.name === "api" ? "Api" : "Jobs"}BudgetBurns${long}`,
        expr: `${over(short)} and ${over(long)}`,
        severity,
        summary: `The error budget of ${objective.name} burns ${factor} times too fast, over ${short} and ${long}.`,
        fires: { at: "30m", series: bad },
        silent: good,
      };
    }),
  );

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
    name: "NoWorker",
    expr: "max by (consumer_name) (jetstream_consumer_num_waiting) == 0",
    for: "1m",
    severity: "page",
    summary: "Nobody pulls from a consumer: its work stands still.",
    fires: { at: "5m", series: { [consumer("engine-security", "num_waiting")]: "0x10" }, labels: { consumer_name: "engine-security" } },
    silent: { [consumer("engine-security", "num_waiting")]: "1 0 1 0 1 0 1" },
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
    severity: "page",
    summary: "A job is open past the aggregator's last deadline.",
    fires: { at: "3m", series: { tsa_aggregator_oldest_open_job_seconds: "100+20x10" } },
    silent: { tsa_aggregator_oldest_open_job_seconds: "130x10" },
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
    expr: "min by (job, upstream) (tsa_engine_upstream_circuit_state) == 2",
    for: "10m",
    severity: "ticket",
    summary: "Every process of a role has given up a source.",
    fires: {
      at: "15m",
      series: { 'tsa_engine_upstream_circuit_state{job="engine-market", upstream="binance"}': "2x20" },
      labels: { job: "engine-market", upstream: "binance" },
    },
    silent: { 'tsa_engine_upstream_circuit_state{job="engine-market", upstream="binance"}': "2 2 2 2 2 0 2 2 2 2 2 2 2 2 2 2" },
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
  ...edgeAlerts,
  ...paymentAlerts,
];
