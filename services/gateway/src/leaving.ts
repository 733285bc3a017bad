import type { FastifyReply } from "fastify";

/** Made once: without a reason every abort makes an error with its stack. */
const LEFT = new Error("the connection of the answer was closed");

/** Aborts when the answer's connection is closed, be it before this call, or the service drains. */
export function leaving({ raw }: Pick<FastifyReply, "raw">, draining: AbortSignal | undefined): AbortSignal {
  const left = new AbortController();
  // What is closed already does not say so again: its waiter would stay to the end.
  if (raw.destroyed) left.abort(LEFT);
  else raw.once("close", () => left.abort(LEFT));
  return AbortSignal.any([left.signal, ...(draining ? [draining] : [])]);
}
