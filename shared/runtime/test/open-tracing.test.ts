import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { openTracing } from "../src/open-tracing.ts";

/** A collector that keeps what it is sent. */
async function collector() {
  const bodies: { path: string; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      bodies.push({ path: request.url ?? "", body: Buffer.concat(chunks).toString("utf8") });
      response.end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    bodies,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

test("spans go to the collector, named for their service and under the trace that they continue", async () => {
  await using there = await collector();
  const stack = new AsyncDisposableStack();
  const tracing = await openTracing("engine-test", { OTEL_EXPORTER_OTLP_ENDPOINT: there.url, OTEL_TRACES_SAMPLER_ARG: 0 }, stack);
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  await tracing.process(
    { subject: "analysis.request.contract.evm.job", consumer: "engine-test" },
    { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    async () => undefined,
  );
  await tracing.serve("not sampled: it starts a trace of its own", {}, async () => undefined);
  await stack.disposeAsync();
  expect(there.bodies.map(({ path }) => path)).toEqual(["/v1/traces"]);
  const body = there.bodies[0]?.body;
  expect(body).toContain(traceId);
  expect(body).toContain("engine-test");
  expect(body).toContain("process analysis.request");
  expect(body).not.toContain("not sampled");
});

test("without a collector in the settings nothing is loaded that could send", async () => {
  const stack = new AsyncDisposableStack();
  const tracing = await openTracing("engine-test", { OTEL_TRACES_SAMPLER_ARG: 1 }, stack);
  expect(await tracing.process({ subject: "a.b" }, {}, async () => tracing.inject()["traceparent"])).toMatch(/^00-[0-9a-f]{32}-/);
  await stack.disposeAsync();
});
