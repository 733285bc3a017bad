import { expect, test } from "vitest";
import { metricCalls } from "./metric-calls.ts";

test("a metric is read off its call: type, help, and the labels of this call and no other", () => {
  const code = `
    const one = metrics.counter("tsa_a_total", "Things (all of them).");
    const two = source?.histogram("tsa_b_seconds", "What it \\"took\\".", { buckets: [1, f(2)], labels: ["kind", "way"] });
    metrics.gauge("tsa_c", "Now.", { collect() { this.set(g(1)); }, labels: ["one"] });`;
  expect(metricCalls(code)).toEqual([
    { name: "tsa_a_total", type: "counter", help: "Things (all of them).", labels: [] },
    { name: "tsa_b_seconds", type: "histogram", help: 'What it \\"took\\".', labels: ["kind", "way"] },
    { name: "tsa_c", type: "gauge", help: "Now.", labels: ["one"] },
  ]);
});

test("labels that are named elsewhere are refused: nobody could look them up", () => {
  expect(() => metricCalls('metrics.counter("tsa_a_total", "Things.", { labels: KINDS })')).toThrow(/write its labels beside it/);
});
