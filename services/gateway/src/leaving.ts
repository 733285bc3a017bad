import type { FastifyReply } from "fastify";

/** Aborts when the answer's connection is closed or the service drains. */
export function leaving(reply: FastifyReply, draining: AbortSignal | undefined): AbortSignal {
  const left = new AbortController();
  reply.raw.once("close", () => left.abort());
  return AbortSignal.any([left.signal, ...(draining ? [draining] : [])]);
}
