import type { FastifyInstance } from "fastify";

/**
 * From the moment the service drains, hangs up on each connection once it has its answer, and says so where the answer has not begun: node
 * closes the connections that are idle when the server closes, and would keep those that become so later until their idle time is over.
 */
export function closeAnswered(app: FastifyInstance, draining: AbortSignal | undefined): void {
  if (!draining) return;
  // oxlint-disable-next-line max-params -- Fastify's signature: with a promise every answer would wait a turn
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (draining.aborted) reply.header("connection", "close");
    done();
  });
  app.addHook("onResponse", ({ raw }, _reply, done) => {
    if (draining.aborted) raw.socket.destroySoon();
    done();
  });
}
