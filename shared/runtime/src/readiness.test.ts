import { expect, test } from "vitest";
import { createReadiness } from "./readiness.ts";

test("ready when every check passes", async () => {
  const readiness = createReadiness(new AbortController().signal);
  readiness.add("bus", async () => undefined);
  expect(await readiness.reasons()).toEqual({});
});

test("says which check failed and why, also when it throws", async () => {
  const readiness = createReadiness(new AbortController().signal);
  readiness.add("bus", async () => "not connected");
  readiness.add("stream", () => Promise.reject(new Error("no stream ANALYSIS")));
  readiness.add("disk", async () => undefined);
  expect(await readiness.reasons()).toEqual({ bus: "not connected", stream: "no stream ANALYSIS" });
});

test("a check that does not answer has failed", async () => {
  const readiness = createReadiness(new AbortController().signal);
  readiness.add("bus", () => new Promise(() => {}));
  expect(await readiness.reasons()).toEqual({ bus: "no answer within 1000 ms" });
});

test("a draining service is not ready", async () => {
  const draining = new AbortController();
  const readiness = createReadiness(draining.signal);
  draining.abort();
  expect(await readiness.reasons()).toEqual({ draining: "the service is shutting down" });
});
