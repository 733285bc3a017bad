import type { Log, Tracing } from "@token-sentiment/runtime";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ErrorCode, errorTable, type ErrorRow } from "./errors.ts";
import { apiErrorOf, errorResponse } from "./error-response.ts";

/** Sends an error, whatever was thrown, and tells its code. */
export type SendError = (log: Log, error: unknown, at: { request: FastifyRequest; reply: FastifyReply }) => ErrorCode;

/** Sends an error by the table. What is ours to fix is logged with its stack. */
export function sendError(log: Log, error: unknown, { request, reply }: { request: FastifyRequest; reply: FastifyReply }): ErrorCode {
  const known = apiErrorOf(error);
  const { degraded }: ErrorRow = errorTable[known.code];
  if (degraded) log.error({ err: known.cause ?? known, code: known.code, http_request_id: request.id }, "a request failed");
  const { status, headers, body } = errorResponse(known, request.id, request.headers.accept);
  reply.code(status).headers(headers).send(body);
  return known.code;
}

/** What answering needs. */
export interface Answering {
  log: Log;
  tracing: Tracing;
  /** Told the code of every error answered. */
  failed?: (code: ErrorCode) => void;
  /** In the shape of another protocol. */
  send?: SendError;
}

/** A route's handler inside a server span that continues the client's trace; whatever it throws is answered by the error table. */
export function answering<Q extends FastifyRequest>(
  name: string,
  { log, tracing, failed, send = sendError }: Answering,
  run: (request: Q, reply: FastifyReply) => Promise<void>,
) {
  return async (request: Q, reply: FastifyReply): Promise<FastifyReply> => {
    const { traceparent, tracestate } = request.headers;
    const carrier = { ...single("traceparent", traceparent), ...single("tracestate", tracestate) };
    await tracing.serve(name, carrier, async () => {
      const traced = tracing.inject()["traceparent"];
      if (traced !== undefined) {
        reply.header("traceparent", traced);
        request.traceId = traced.split("-")[1] ?? "";
      }
      try {
        await run(request, reply);
      } catch (error) {
        const code = send(log, error, { request, reply });
        failed?.(code);
      }
    });
    return reply;
  };
}

const single = (name: string, value: string | string[] | undefined): Record<string, string> =>
  typeof value === "string" ? { [name]: value } : {};
