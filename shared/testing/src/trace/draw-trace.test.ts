import { expect, test } from "vitest";
import { drawTrace, inOrder } from "./draw-trace.ts";
import type { CollectedSpan } from "./span-collector.ts";

const span = (spanId: string, parentSpanId: string | undefined, startMs: number): CollectedSpan => ({
  traceId: "t",
  spanId,
  parentSpanId,
  name: `span <${spanId}>`,
  service: spanId === "root" ? "gateway" : "engine",
  startMs,
  endMs: startMs + 10,
  links: [],
  attributes: {},
});
const spans = [span("late", "root", 105), span("stray", "nowhere", 120), span("root", undefined, 100), span("early", "root", 102)];

test("spans stand below their parents by time, and one whose parent was not collected begins again", () => {
  expect(inOrder(spans).map(({ spanId, depth }) => [spanId, depth])).toEqual([
    ["root", 0],
    ["early", 1],
    ["late", 1],
    ["stray", 0],
  ]);
});

test("a picture has a bar a span, and names are no markup", () => {
  const picture = drawTrace(spans, "one trace");
  expect(picture.match(/<rect x=/g)?.length).toBe(spans.length);
  expect(picture).toContain("span &lt;root&gt;");
  expect(picture).not.toContain("NaN");
});
