import type { FastifyReply } from "fastify";

/** Made once: without a reason every abort makes an error with its stack. */
const LEFT = new Error("the connection of the answer was closed");

/** Aborts when the answer's connection is closed or the service drains. */
export function leaving(reply: FastifyReply, draining: AbortSignal | undefined): AbortSignal {
  const left = new AbortController();
  reply.raw.once("close", () => left.abort(LEFT));
  return AbortSignal.any([left.signal, ...(draining ? [draining] : [])]);
}
