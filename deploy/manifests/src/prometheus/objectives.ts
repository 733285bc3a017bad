/** A service level objective: which share of what happens may be bad, and how bad is counted over a window. */
export interface Objective {
  /** In names of recordings: `slo:<name>_errors:ratio_rate5m`. */
  name: string;
  /** The share that may be bad. */
  budget: number;
  errors: (window: string) => string;
}

const http = (window: string, more = "") => `sum(rate(tsa_gateway_http_request_seconds_count{route=~"/api/agent.*"${more}}[${window}]))`;
const jobs = (window: string) => `sum(rate(tsa_aggregator_job_duration_seconds_count[${window}]))`;
const inTime = (window: string) => `sum(rate(tsa_aggregator_job_duration_seconds_bucket{le="60"}[${window}]))`;
const failed = (window: string) => `(sum(rate(tsa_aggregator_jobs_finished_total{outcome="failed"}[${window}])) or vector(0))`;

/** What is promised. */
export const objectives: readonly Objective[] = [
  // 99.9 % of POST and GET are not 5xx.
  { name: "api", budget: 0.001, errors: (window) => `(${http(window, ', status=~"5.."')} or vector(0)) / ${http(window)}` },
  // 99.5 % of accepted jobs are completed within 60 s; one that failed late counts twice, which errs on the strict side.
  { name: "jobs", budget: 0.005, errors: (window) => `(${failed(window)} + ${jobs(window)} - ${inTime(window)}) / ${jobs(window)}` },
];

/** A pair of windows in which the budget burns so many times too fast: the short one ends the alert soon after the trouble. */
export interface Burn {
  short: string;
  long: string;
  factor: number;
  severity: "page" | "ticket";
}

/** 2 % of a month's budget in an hour, 5 % in six, 10 % in a day (the SRE workbook's multiwindow, multi-burn-rate alerts). */
export const burns: readonly Burn[] = [
  { short: "5m", long: "1h", factor: 14.4, severity: "page" },
  { short: "30m", long: "6h", factor: 6, severity: "page" },
  { short: "2h", long: "1d", factor: 3, severity: "ticket" },
];

/** The name of an objective's recording over a window. */
export const recordingOf = ({ name }: Objective, window: string): string => `slo:${name}_errors:ratio_rate${window}`;

/** One recording for each objective and window. */
export const recordings = () =>
  objectives.flatMap((objective) =>
    burns
      .flatMap(({ short, long }) => [short, long])
      .map((window) => ({ record: recordingOf(objective, window), expr: objective.errors(window) })),
  );
