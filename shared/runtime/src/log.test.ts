import { expect, test } from "vitest";
import { createLog, type Log } from "./log.ts";
import { unrecordedTracing } from "./unrecorded-tracing.ts";

function capture(): { log: Log; last: () => Record<string, unknown> } {
  const lines: string[] = [];
  const log = createLog("info", { service: "gateway", version: "1.2.3", instance: "a-1" }, { write: (line) => void lines.push(line) });
  return { log, last: () => JSON.parse(lines.at(-1) ?? "{}") as Record<string, unknown> };
}

test("a line says which process of which version wrote it", () => {
  const { log, last } = capture();
  log.info({ job_id: "j" }, "accepted");
  expect(last()).toMatchObject({ level: "info", service: "gateway", version: "1.2.3", instance: "a-1", job_id: "j", msg: "accepted" });
});

test("secrets are censored at the top and one level down", () => {
  const { log, last } = capture();
  log.info({ seed: "SUAX", headers: { authorization: "Bearer x", "x-device-fingerprint": "f", accept: "json" } }, "seen");
  expect(last()).toMatchObject({
    seed: "[redacted]",
    headers: { authorization: "[redacted]", "x-device-fingerprint": "[redacted]", accept: "json" },
  });
});

test("an error is logged with its stack and its cause", () => {
  const { log, last } = capture();
  log.error({ err: new Error("outer", { cause: new Error("inner") }) }, "failed");
  expect(last()["err"]).toMatchObject({ stack: expect.stringMatching(/outer[^]*log\.test\.ts[^]*caused by: Error: inner/) });
});

test("inside a span every line carries the ids of the trace", async () => {
  const { log, last } = capture();
  const trace_id = "0af7651916cd43dd8448eb211c80319c";
  await unrecordedTracing().process({ subject: "a.b" }, { traceparent: `00-${trace_id}-b7ad6b7169203331-01` }, async () => {
    await Promise.resolve();
    log.info("within");
  });
  expect(last()).toMatchObject({ trace_id, span_id: expect.stringMatching(/^[0-9a-f]{16}$/) });
  log.info("outside");
  expect(last()).not.toHaveProperty("trace_id");
});
