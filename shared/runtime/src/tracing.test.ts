import { InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { expect, test } from "vitest";
import { recordedTracing } from "./recorded-tracing.ts";
import type { Tracing } from "./tracing.ts";
import { unrecordedTracing } from "./unrecorded-tracing.ts";

const REQUEST = { subject: "analysis.request.contract.evm.the-job", consumer: "engine-security" };
const EVIDENCE = { subject: "analysis.evidence.engine.security.the-job" };
const ROW = { subject: "$KV.jobs.the-job" };
const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const traceOf = (carrier: Record<string, string>) => carrier["traceparent"]?.split("-")[1];
const spanOf = (carrier: Record<string, string>) => carrier["traceparent"]?.split("-")[2];

/** What a service records, and what it says of itself. */
function recorded(service: string, ratio = 1) {
  const exporter = new InMemorySpanExporter();
  return {
    tracing: recordedTracing(service, { processor: new SimpleSpanProcessor(exporter), ratio }),
    spans: () => exporter.getFinishedSpans(),
  };
}
const both: [string, () => Tracing][] = [
  ["recorded", () => recorded("gateway").tracing],
  ["not recorded", unrecordedTracing],
];

test.each(both)("a trace that is %s goes on from process to process in one traceparent", async (_, open) => {
  const [gateway, aggregator] = [open(), open()];
  const sent = await gateway.serve("POST /api/agent", { traceparent }, () => gateway.publish(REQUEST, async () => gateway.inject()));
  const received = await aggregator.process(REQUEST, sent, async () => aggregator.inject());
  expect([traceOf(sent), traceOf(received)]).toEqual([traceOf({ traceparent }), traceOf({ traceparent })]);
});

test.each(both)("without a carrier a trace that is %s begins", async (_, open) => {
  const tracing = open();
  const [one, two] = await Promise.all([1, 2].map(() => tracing.serve("GET", {}, async () => tracing.inject())));
  expect(traceOf(one ?? {})).toMatch(/^[0-9a-f]{32}$/);
  expect(traceOf(one ?? {})).not.toBe(traceOf(two ?? {}));
});

test("each message is a producer's span and its consumer's below it, with the attributes of OpenTelemetry's conventions", async () => {
  const [gateway, engine] = [recorded("gateway"), recorded("engine-security")];
  const posted = gateway.tracing;
  const request = await posted.serve("POST /api/agent", {}, () => posted.publish(REQUEST, async () => posted.inject()));
  await engine.tracing.process(REQUEST, request, () => engine.tracing.publish(EVIDENCE, async () => undefined));
  const [sent, call] = gateway.spans();
  const [answered, worked] = engine.spans();
  const parents = [call, sent, worked, answered].map((span) => [span?.name, span?.parentSpanContext?.spanId]);
  expect(parents).toEqual([
    ["POST /api/agent", undefined],
    ["publish analysis.request", call?.spanContext().spanId],
    ["process analysis.request", sent?.spanContext().spanId],
    ["publish analysis.evidence", worked?.spanContext().spanId],
  ]);
  expect(spanOf(request)).toBe(sent?.spanContext().spanId);
  expect(worked?.attributes).toEqual({
    "messaging.system": "nats",
    "messaging.operation.type": "process",
    "messaging.operation.name": "process",
    "messaging.destination.name": "analysis.request.contract.evm.the-job",
    "messaging.destination.template": "analysis.request.{class}.{scope}.{job}",
    "messaging.message.conversation_id": "the-job",
    "messaging.consumer.group.name": "engine-security",
  });
  expect(sent?.attributes).toMatchObject({ "messaging.operation.type": "send", "messaging.operation.name": "publish" });
  expect([call?.kind, sent?.kind, worked?.kind]).toEqual([1, 3, 4]);
});

test("a row is a message as well: its span is named for the bucket, and linked to those of the evidence it was folded from", async () => {
  const { tracing, spans } = recorded("aggregator");
  await tracing.publish({ ...ROW, causes: [traceparent, "no traceparent"] }, async () => undefined);
  expect(spans()[0]).toMatchObject({ name: "publish $KV.jobs", attributes: { "messaging.destination.template": "$KV.jobs.{job}" } });
  expect(spans()[0]?.links.map(({ context }) => context.spanId)).toEqual([spanOf({ traceparent })]);
});

test("a caller names a trace and does not decide whether it is kept; who handles a message does as its sender did", async () => {
  const [all, none] = [recorded("gateway", 1), recorded("gateway", 0)];
  const unwanted = traceparent.replace(/01$/, "00");
  const kept = await all.tracing.serve("POST", { traceparent: unwanted }, async () => all.tracing.inject());
  const dropped = await none.tracing.serve("POST", { traceparent }, async () => none.tracing.inject());
  expect([kept["traceparent"]?.slice(-2), dropped["traceparent"]?.slice(-2)]).toEqual(["01", "00"]);
  await none.tracing.process(REQUEST, kept, async () => undefined);
  await all.tracing.process(REQUEST, dropped, async () => undefined);
  expect(none.spans().map(({ name }) => name)).toEqual(["process analysis.request"]);
  expect(all.spans().map(({ name }) => name)).toEqual(["POST"]);
});

test("outside a span there is nothing to inject", () => {
  expect(unrecordedTracing().inject()).toEqual({});
});

test.each(both)("baggage of a stranger is not passed on in a trace that is %s", async (_, open) => {
  const tracing = open();
  expect(await tracing.serve("POST", { traceparent, baggage: "a=b" }, async () => tracing.inject())).not.toHaveProperty("baggage");
});

test.each(both)("what a handler throws comes out unchanged of a trace that is %s", async (_, open) => {
  const error = new Error("bug");
  await expect(open().process(REQUEST, {}, () => Promise.reject(error))).rejects.toBe(error);
});

test("what is not recorded is handed on as it came, and a traceparent that is none is not handed on", async () => {
  const tracing = unrecordedTracing();
  const through = (carrier: Record<string, string>) =>
    tracing.process(REQUEST, carrier, () => tracing.publish(EVIDENCE, async () => tracing.inject()));
  expect(await through({ traceparent, tracestate: "a=b" })).toEqual({ traceparent, tracestate: "a=b" });
  for (const wrong of [
    "",
    "00-0-0-00",
    `${traceparent}-more`,
    traceparent.replace(/^00-[0-9a-f]+/, `00-${"0".repeat(32)}`),
    `${traceparent}\r\nx: y`,
  ])
    expect((await through({ traceparent: wrong }))["traceparent"]).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
});
