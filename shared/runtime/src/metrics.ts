import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** Ours are `tsa_<room>_<thing>_<unit>`, in seconds and `_total`. */
export type MetricName = `tsa_${string}`;

/** What a process counts, and the text that `/metrics` answers. Asking for a name again returns the same metric. */
export interface Metrics {
  counter<L extends string = never>(name: MetricName, help: string, options?: { labels?: readonly L[] }): Counter<L>;
  /** `collect` runs at every scrape, with the gauge as `this`. */
  gauge<L extends string = never>(
    name: MetricName,
    help: string,
    options?: { labels?: readonly L[]; collect?: (this: Gauge<L>) => void | Promise<void> },
  ): Gauge<L>;
  /** In seconds unless `buckets` says otherwise. */
  histogram<L extends string = never>(
    name: MetricName,
    help: string,
    options?: { labels?: readonly L[]; buckets?: readonly number[] },
  ): Histogram<L>;
  /** The Prometheus text exposition of everything. */
  text(): Promise<string>;
  contentType: string;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60];

/** A registry of its own; `process` adds the metrics of the process and of Node. */
export function createMetrics(options: { process?: boolean } = {}): Metrics {
  const registry = new Registry();
  if (options.process) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    counter(name, help, { labels = [] } = {}) {
      const known = registry.getSingleMetric(name);
      return known instanceof Counter ? known : new Counter({ name, help, labelNames: [...labels], registers });
    },
    gauge(name, help, { labels = [], collect } = {}) {
      const known = registry.getSingleMetric(name);
      return known instanceof Gauge ? known : new Gauge({ name, help, labelNames: [...labels], registers, ...(collect && { collect }) });
    },
    histogram(name, help, { labels = [], buckets = SECONDS } = {}) {
      const known = registry.getSingleMetric(name);
      return known instanceof Histogram ? known : new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
