import { expect, test } from "vitest";
import { createMetrics } from "./metrics.ts";

test("a metric asked for twice is one metric", async () => {
  const metrics = createMetrics();
  const ask = () => metrics.counter("tsa_gateway_jobs_accepted_total", "Jobs accepted.", { labels: ["chain"] });
  ask().inc({ chain: "1" });
  ask().inc({ chain: "1" });
  expect(await metrics.text()).toContain('tsa_gateway_jobs_accepted_total{chain="1"} 2');
});

test("a collected gauge is measured at the scrape", async () => {
  const metrics = createMetrics();
  let open = 1;
  metrics.gauge("tsa_aggregator_jobs_open", "Jobs held.", {
    collect() {
      this.set(open);
    },
  });
  open = 7;
  expect(await metrics.text()).toContain("tsa_aggregator_jobs_open 7");
});

test("the metrics of the process are there when asked for", async () => {
  expect(await createMetrics({ process: true }).text()).toContain("process_cpu_seconds_total");
});
