import { expect, test } from "vitest";
import { topology } from "./topology.ts";

test("every consumer has one filter: out of messages, one with several has the broker walk the index of all that it holds (decision 0027)", () => {
  const { consumers } = topology({ replicas: 1, capacity: 1, maxBytes: 1 });
  expect(consumers.length).toBeGreaterThan(5);
  for (const { config } of consumers) {
    expect(config.filter_subject, config.durable_name).toEqual(expect.any(String));
    expect(config.filter_subjects, config.durable_name).toBeUndefined();
  }
});
