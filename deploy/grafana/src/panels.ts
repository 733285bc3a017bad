import { durables, streams } from "@token-sentiment/contract";
import type { Panel } from "./panel.ts";

/** The time that rates look back over. */
const W = "5m";
const rate = (metric: string, by: string, more = "") => `sum by (${by}) (rate(${metric}${more}[${W}]))`;
const quantile = (q: number, histogram: string, more = "") =>
  `histogram_quantile(${q}, sum by (le) (rate(${histogram}_bucket${more}[${W}])))`;

/** From the POST to the verdict. */
export const jobs: readonly Panel[] = [
  {
    title: "Error budgets, how many times too fast they burn (1 h)",
    unit: "short",
    queries: { "POST and GET": "slo:api_errors:ratio_rate1h / 0.001", jobs: "slo:jobs_errors:ratio_rate1h / 0.005" },
  },
  { title: "Jobs accepted", unit: "reqps", queries: { accepted: `sum(rate(tsa_gateway_jobs_accepted_total[${W}]))` } },
  { title: "Jobs finished", unit: "reqps", queries: { "{{outcome}}": rate("tsa_aggregator_jobs_finished_total", "outcome") } },
  {
    title: "From request to verdict",
    unit: "s",
    queries: {
      p50: quantile(0.5, "tsa_aggregator_job_duration_seconds"),
      p99: quantile(0.99, "tsa_aggregator_job_duration_seconds"),
    },
  },
  { title: "Answers", unit: "reqps", queries: { "{{route}} {{status}}": rate("tsa_gateway_http_request_seconds_count", "route, status") } },
  { title: "Time to answer, p99", unit: "s", queries: { p99: quantile(0.99, "tsa_gateway_http_request_seconds") } },
  {
    title: "Open jobs, and the oldest",
    unit: "short",
    queries: { open: "sum(tsa_aggregator_open_jobs)", "oldest, s": "max(tsa_aggregator_oldest_open_job_seconds)" },
  },
  { title: "Clients that wait", unit: "short", queries: { "{{way}}": "sum by (way) (tsa_gateway_waiters)" } },
];

/** Ends of jobs that are told. */
export const webhooks: readonly Panel[] = [
  {
    title: "Queued, and not tried any more",
    unit: "reqps",
    queries: {
      queued: `sum(rate(tsa_gateway_webhooks_queued_total[${W}]))`,
      "{{end}}": rate("tsa_notifier_webhooks_ended_total", "end"),
    },
  },
  { title: "Calls", unit: "reqps", queries: { "{{outcome}}": rate("tsa_notifier_attempts_total", "outcome") } },
  {
    title: "What a call takes",
    unit: "s",
    queries: { p50: quantile(0.5, "tsa_notifier_attempt_seconds"), p99: quantile(0.99, "tsa_notifier_attempt_seconds") },
  },
  {
    title: "Waiting for their next attempt, and put off",
    unit: "short",
    queries: {
      waiting: `max(jetstream_consumer_num_ack_pending{consumer_name="${durables.notifier}"})`,
      "put off (10 min)": "sum(increase(tsa_notifier_postponed_total[10m]))",
    },
  },
];

/** Calls that are paid, where payments are on. */
export const payments: readonly Panel[] = [
  {
    title: "Payments",
    unit: "reqps",
    queries: Object.fromEntries(
      ["verified", "settled", "unsettled", "reruns", "reconciled"].map((what) => [
        what,
        `sum(rate(tsa_gateway_payments_${what}_total[${W}]))`,
      ]),
    ),
  },
  { title: "Refused", unit: "reqps", queries: { "{{reason}}": rate("tsa_gateway_payments_refused_total", "reason") } },
  { title: "Revenue of a day", unit: "currencyUSD", queries: { USD: "sum(increase(tsa_gateway_payments_revenue_usd_total[1d]))" } },
  {
    title: "Open, and the oldest",
    unit: "short",
    queries: { open: "max(tsa_gateway_payments_open)", "oldest, s": "max(tsa_gateway_payments_oldest_open_seconds)" },
  },
  {
    title: "Chain and records: parted payments, and since when nobody looked",
    unit: "short",
    queries: {
      parted: "max(tsa_gateway_payments_parted)",
      "not looked, s": "time() - max(tsa_gateway_payments_checked_timestamp_seconds)",
    },
  },
];

/** All engines beside each other. */
export const engines: readonly Panel[] = [
  { title: "Answers", unit: "reqps", queries: { "{{job}}": rate("tsa_engine_answers_total", "job") } },
  {
    title: "Share of answers that are unavailable",
    unit: "percentunit",
    queries: {
      "{{job}}": `(${rate("tsa_engine_answers_total", "job", '{outcome="unavailable"}')} or 0 * ${rate("tsa_engine_answers_total", "job")}) / ${rate("tsa_engine_answers_total", "job")}`,
    },
  },
  {
    title: "Time to answer, p99",
    unit: "s",
    queries: { "{{job}}": `histogram_quantile(0.99, ${rate("tsa_engine_answer_duration_seconds_bucket", "job, le")})` },
  },
  {
    title: "Circuits: 0 closed, 2 open",
    unit: "short",
    queries: { "{{job}} {{upstream}}": "max by (job, upstream) (tsa_engine_upstream_circuit_state)" },
  },
  { title: "Redeliveries (10 min)", unit: "short", queries: { "{{job}}": "sum by (job) (increase(tsa_engine_redeliveries_total[10m]))" } },
  { title: "Errors nobody foresaw (10 min)", unit: "short", queries: { "{{job}}": "sum by (job) (increase(tsa_engine_bugs_total[10m]))" } },
];

/** The broker, as prometheus-nats-exporter tells it, and the connections to it. */
export const broker: readonly Panel[] = [
  {
    title: "Waiting for a worker",
    unit: "short",
    queries: { "{{consumer_name}}": "max by (consumer_name) (jetstream_consumer_num_pending)" },
  },
  {
    title: "Taken, not acknowledged",
    unit: "short",
    queries: { "{{consumer_name}}": "max by (consumer_name) (jetstream_consumer_num_ack_pending)" },
  },
  {
    title: "Pulls that wait; 0 = no worker",
    unit: "short",
    queries: { "{{consumer_name}}": "max by (consumer_name) (jetstream_consumer_num_waiting)" },
  },
  { title: "Room taken", unit: "bytes", queries: { "{{stream_name}}": "max by (stream_name) (jetstream_stream_total_bytes)" } },
  {
    title: "Room of the facts that is taken",
    unit: "percentunit",
    queries: { facts: `max(jetstream_stream_total_bytes{stream_name="${streams.analysis}"}) / max(tsa:analysis_limit_bytes)` },
  },
  {
    title: "Connections: what happened (10 min)",
    unit: "short",
    queries: { "{{job}} {{event}}": "sum by (job, event) (increase(tsa_bus_events_total[10m]))" },
  },
];

/** What one engine's team looks at. */
export function team(engine: string): readonly Panel[] {
  const mine = `{job="${engine}"}`;
  return [
    { title: "Answers", unit: "reqps", queries: { "{{outcome}}": rate("tsa_engine_answers_total", "outcome", mine) } },
    {
      title: "Time to answer",
      unit: "s",
      queries: {
        p50: quantile(0.5, "tsa_engine_answer_duration_seconds", mine),
        p99: quantile(0.99, "tsa_engine_answer_duration_seconds", mine),
      },
    },
    { title: "Evidence cache", unit: "reqps", queries: { "{{result}}": rate("tsa_engine_cache_total", "result", mine) } },
    {
      title: "Asked of sources",
      unit: "reqps",
      queries: { "{{upstream}} {{status_class}}": rate("tsa_engine_upstream_requests_total", "upstream, status_class", mine) },
    },
    {
      title: "Sources' time to answer, p99",
      unit: "s",
      queries: { "{{upstream}}": `histogram_quantile(0.99, ${rate("tsa_engine_upstream_duration_seconds_bucket", "upstream, le", mine)})` },
    },
    {
      title: "Circuits: 0 closed, 2 open",
      unit: "short",
      queries: { "{{upstream}}": `max by (upstream) (tsa_engine_upstream_circuit_state${mine})` },
    },
    {
      title: "Redeliveries, drops and errors (10 min)",
      unit: "short",
      queries: {
        redelivered: `sum(increase(tsa_engine_redeliveries_total${mine}[10m]))`,
        dropped: `sum(increase(tsa_engine_dropped_total${mine}[10m]))`,
        unforeseen: `sum(increase(tsa_engine_bugs_total${mine}[10m]))`,
      },
    },
    {
      title: "Memory and processor",
      unit: "short",
      queries: {
        "MiB {{instance}}": `process_resident_memory_bytes${mine} / 1048576`,
        "cores {{instance}}": `rate(process_cpu_seconds_total${mine}[${W}])`,
      },
    },
  ];
}
