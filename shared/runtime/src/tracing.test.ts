import { expect, test } from "vitest";
import { createTracing } from "./tracing.ts";

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const traceOf = (carrier: Record<string, string>) => carrier["traceparent"]?.split("-")[1];

test("a trace goes on from process to process in one traceparent", async () => {
  const [gateway, aggregator] = [createTracing("gateway"), createTracing("aggregator")];
  const sent = await gateway.serve("POST /api/agent", { traceparent }, async () => gateway.inject());
  const received = await aggregator.process("process analysis.request", sent, async () => aggregator.inject());
  expect(traceOf(sent)).toBe(traceOf({ traceparent }));
  expect(traceOf(received)).toBe(traceOf({ traceparent }));
  expect(new Set([traceparent, sent["traceparent"], received["traceparent"]]).size).toBe(3);
});

test("without a carrier a trace begins", async () => {
  const tracing = createTracing("gateway");
  const [one, two] = await Promise.all([1, 2].map(() => tracing.serve("GET", {}, async () => tracing.inject())));
  expect(traceOf(one ?? {})).toMatch(/^[0-9a-f]{32}$/);
  expect(traceOf(one ?? {})).not.toBe(traceOf(two ?? {}));
});

test("outside a span there is nothing to inject", () => {
  expect(createTracing("gateway").inject()).toEqual({});
});

test("baggage of a stranger is not passed on", async () => {
  const tracing = createTracing("gateway");
  expect(await tracing.serve("POST", { traceparent, baggage: "a=b" }, async () => tracing.inject())).not.toHaveProperty("baggage");
});

test("what a handler throws comes out unchanged", async () => {
  const error = new Error("bug");
  await expect(createTracing("x").process("p", {}, () => Promise.reject(error))).rejects.toBe(error);
});
