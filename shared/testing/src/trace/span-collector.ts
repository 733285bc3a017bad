import { once } from "node:events";
import { createServer } from "node:http";
import { z } from "zod";

const Attribute = z.object({ key: z.string(), value: z.looseObject({ stringValue: z.string().optional() }) });
const Body = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: z.string(),
              endTimeUnixNano: z.string(),
              attributes: z.array(Attribute).default([]),
              links: z.array(z.object({ spanId: z.string() })).default([]),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** One span as it was sent. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** Undefined = it began its trace, or its parent is not ours. */
  parentSpanId: string | undefined;
  name: string;
  service: string;
  /** Epoch ms, with fractions. */
  startMs: number;
  endMs: number;
  /** Spans that wrote what this one was made of. */
  links: string[];
  /** Those that are text. */
  attributes: Record<string, string>;
}

/** An OTLP/HTTP collector on loopback that keeps what it is sent. */
export interface SpanCollector extends AsyncDisposable {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string;
  spans: readonly CollectedSpan[];
}

const NANOS_A_MS = 1e6;
const millis = (nanos: string): number => Number(BigInt(nanos) / 1000n) / (NANOS_A_MS / 1000);
const textsOf = (attributes: z.infer<typeof Attribute>[]): Record<string, string> =>
  Object.fromEntries(attributes.flatMap(({ key, value }) => (value.stringValue === undefined ? [] : [[key, value.stringValue]])));

/** The spans of one export. @throws ZodError when it is none. */
function spansOf(body: unknown): CollectedSpan[] {
  return Body.parse(body).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = textsOf(resource.attributes)["service.name"] ?? "";
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ startTimeUnixNano, endTimeUnixNano, attributes, links, parentSpanId, ...span }) => ({
        ...span,
        parentSpanId: parentSpanId === "" ? undefined : parentSpanId,
        service,
        links: links.map(({ spanId }) => spanId),
        startMs: millis(startTimeUnixNano),
        endMs: millis(endTimeUnixNano),
        attributes: textsOf(attributes),
      })),
    );
  });
}

/** Starts a collector on a free port. */
export async function collectSpans(): Promise<SpanCollector> {
  const spans: CollectedSpan[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      spans.push(...spansOf(JSON.parse(Buffer.concat(chunks).toString("utf8"))));
      response.setHeader("content-type", "application/json").end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
