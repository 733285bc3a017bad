import type { Log } from "@token-sentiment/runtime";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendError } from "./answer.ts";
import { ApiError } from "./errors.ts";
import { operations } from "./operations.ts";

/** What each path takes, for the answer to any other method. A stream has no HEAD. */
const paths = [...Map.groupBy(operations, ({ path }) => path)].map(([path, some]) => ({
  path: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/:]+")}$`),
  methods: some.flatMap(({ method, stream }) => (method === "get" && !stream ? ["GET", "HEAD"] : [method.toUpperCase()])),
}));

/** What no route answers: 405 on a known path, else 404. */
export function notRouted(request: FastifyRequest): ApiError {
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
