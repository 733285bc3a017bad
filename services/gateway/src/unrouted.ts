import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError, invalid } from "./errors.ts";
import { securityHeaders } from "./security-headers.ts";

/** What an answer says that is made before any hook of the application has run. */
export const unroutedHeaders = (requestId: string): Record<string, string> => ({
  ...securityHeaders,
  "access-control-allow-origin": "*",
  "x-request-id": requestId,
});

/** A path that the router itself gives up on, with the headers that the hooks would have set. */
export function unrouted(error: Error & { code?: string }, { request, reply }: { request: FastifyRequest; reply: FastifyReply }): Error {
  reply.headers(unroutedHeaders(request.id));
  if (error.code !== "FST_ERR_MAX_PARAM_LENGTH") return error;
  if (/^\/(?:api\/agent|a2a\/tasks)\//.test(request.url)) return new ApiError("job_not_found", { cause: error });
  return invalid("contract_address", "a chain, and an address as it is written on that chain, are expected");
}
