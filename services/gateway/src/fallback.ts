import type { Socket } from "node:net";
import { randomUUID } from "node:crypto";
import type { Log } from "@token-sentiment/runtime";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendError } from "./answer.ts";
import { ApiError } from "./errors.ts";
import { errorResponse } from "./error-response.ts";

/** What each path takes, for the answer to any other method. */
const paths: readonly { path: RegExp; methods: readonly string[] }[] = [
  { path: /^\/api\/agent$/, methods: ["POST"] },
  { path: /^\/api\/agent\/[^/]+$/, methods: ["GET", "HEAD"] },
  { path: /^\/api\/agent\/[^/]+\/events$/, methods: ["GET"] },
  { path: /^\/api\/agent\/[^/]+\/report$/, methods: ["GET", "HEAD"] },
  { path: /^\/(?:openapi\.json|api\/schema\/deliverable)$/, methods: ["GET", "HEAD"] },
  { path: /^\/api\/tokens\/[^/]+\/[^/]+\/history$/, methods: ["GET", "HEAD"] },
  { path: /^\/api\/(?:quota|usage)$/, methods: ["GET", "HEAD"] },
  { path: /^\/api\/examples$/, methods: ["GET", "HEAD"] },
];

/** What no route answers: 405 on a known path, else 404. */
function notRouted(request: FastifyRequest): ApiError {
  const path = request.url.replace(/\?.*$/s, "");
  const known = paths.find((one) => one.path.test(path));
  if (!known) return new ApiError("not_found");
  return new ApiError("method_not_allowed", { headers: { allow: known.methods.join(", ") } });
}

/** Answers by the error table what goes wrong outside a handler: no such route, a body that cannot be read. */
export function addFallbacks(app: FastifyInstance, log: Log, failed: (request: FastifyRequest, code: string) => void): void {
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    failed(request, sendError(log, error, { request, reply }));
    return reply;
  };
  app.setNotFoundHandler((request, reply) => fail(notRouted(request), request, reply));
  app.setErrorHandler((error, request, reply) => fail(error, request, reply));
}

const lines: Record<string, { line: string; detail: string }> = {
  HPE_HEADER_OVERFLOW: { line: "431 Request Header Fields Too Large", detail: "the request's headers are too large" },
  ERR_HTTP_REQUEST_TIMEOUT: { line: "408 Request Timeout", detail: "the request took too long to arrive" },
};

/** Answers what is not HTTP, comes too slowly or has headers too large, and hangs up. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const { line, detail } = lines[error.code ?? ""] ?? { line: "400 Bad Request", detail: "this is not an HTTP request" };
  const { body } = errorResponse(new ApiError("invalid_body", { detail }), randomUUID());
  socket.end(
    `HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
