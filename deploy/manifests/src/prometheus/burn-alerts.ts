import type { Alert, Series } from "./alert.ts";
import { burns, objectives, recordingOf } from "./objectives.ts";

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

/** One alert a window of each objective. */
export const burnAlerts = (): Alert[] =>
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
