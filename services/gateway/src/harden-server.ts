import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { ApiError } from "./errors.ts";
import { errorResponse } from "./error-response.ts";
import { unroutedHeaders } from "./unrouted.ts";

const lines: Record<string, { line: string; detail: string }> = {
  HPE_HEADER_OVERFLOW: { line: "431 Request Header Fields Too Large", detail: "the request's headers are too large" },
  ERR_HTTP_REQUEST_TIMEOUT: { line: "408 Request Timeout", detail: "the request took too long to arrive" },
};

/** A socket, and the answer that is being written to it. */
type Connection = Duplex & { _httpMessage?: ServerResponse | null };

/** Says `line` with a body of the error table's shape, and hangs up. */
function hangUp(socket: Connection, line: string, error: ApiError): void {
  // Whoever sends such things may be gone, or have been told to go.
  socket.on("error", () => socket.destroy());
  // Into an answer under way nothing may be written: a client would read it as a part of that, or as the answer to its next request.
  if (!socket.writable || socket._httpMessage?.headersSent) return void socket.destroy();
  const id = randomUUID();
  const { headers, body } = errorResponse(error, id);
  const all = { connection: "close", "content-length": Buffer.byteLength(body), ...unroutedHeaders(id), ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${line}\r\n${head.join("")}\r\n${body}`, () => socket.destroy());
}

/** Answers what is not HTTP, comes too slowly or has headers too large, and hangs up. */
export function refuseConnection(error: Error & { code?: string }, socket: Connection): void {
  if (error.code === "ECONNRESET") return void socket.destroy();
  const { line, detail } = lines[error.code ?? ""] ?? { line: "400 Bad Request", detail: "this is not an HTTP request" };
  hangUp(socket, line, new ApiError("invalid_body", { detail }));
}

/** Gives what node answers by itself, with no body or not at all, an answer of ours. The server must not require a Host header by itself. */
export function hardenServer(app: FastifyInstance): void {
  const { server } = app;
  server.on("connect", (_request, socket) =>
    hangUp(socket, "405 Method Not Allowed", new ApiError("method_not_allowed", { headers: { allow: "" } })),
  );
  // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1).
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    if (raw.httpVersion !== "1.1" || raw.headers.host !== undefined) done();
    else done(new ApiError("invalid_body", { detail: "a request with a Host header is expected" }));
  });
}
