/** The part of the runtime's metrics that is used here. */
export interface MetricsSource {
  counter<L extends string>(
    name: `tsa_${string}`,
    help: string,
    options?: { labels?: readonly L[] },
  ): { inc(labels: Record<L, string>, by?: number): void };
  histogram(name: `tsa_${string}`, help: string): { observe(value: number): void };
  gauge(name: `tsa_${string}`, help: string, options: { collect(this: { set(value: number): void }): void }): unknown;
}

/** What this replica counts. */
export interface AggregatorMetrics {
  finished(outcome: "completed" | "degraded" | "failed", seconds: number): void;
  journalRead(reason: "look" | "stale" | "token" | "deadline"): void;
}

/** `oldestAgeMs` is the age of the oldest job this replica holds, 0 for none. */
export function aggregatorMetrics(source: MetricsSource, open: { count(): number; oldestAgeMs(): number }): AggregatorMetrics {
  const finished = source.counter(
    "tsa_aggregator_jobs_finished_total",
    "Jobs this replica brought to an end, by how: completed, degraded, failed.",
    { labels: ["outcome"] },
  );
  const duration = source.histogram("tsa_aggregator_job_duration_seconds", "Broker time from a request to its final row.");
  const journals = source.counter(
    "tsa_aggregator_journal_reads_total",
    "Journals read, by what made it necessary: look (evidence may not have rung), token (what the resolver found), deadline, stale (the replica that answered was behind).",
    {
      labels: ["reason"],
    },
  );
  source.gauge("tsa_aggregator_open_jobs", "Jobs this replica holds.", {
    collect() {
      this.set(open.count());
    },
  });
  source.gauge("tsa_aggregator_oldest_open_job_seconds", "Age of the oldest job this replica holds.", {
    collect() {
      this.set(open.oldestAgeMs() / 1000);
    },
  });
  // Alerts look for an increase: a series that begins with its first event has none.
  for (const outcome of ["completed", "degraded", "failed"] as const) finished.inc({ outcome }, 0);
  return {
    finished(outcome, seconds) {
      finished.inc({ outcome });
      duration.observe(seconds);
    },
    journalRead: (reason) => journals.inc({ reason }),
  };
}
