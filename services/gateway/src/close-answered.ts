import type { FastifyInstance } from "fastify";

/**
 * From the moment the service drains, hangs up on each connection once it has its answer, and says so where the answer has not begun: node
 * closes the connections that are idle when the server closes, and would keep those that become so later until their idle time is over.
 */
export function closeAnswered(app: FastifyInstance, draining: AbortSignal | undefined): void {
  if (!draining) return;
  app.addHook("onSend", async (_request, reply) => {
    if (draining.aborted) reply.header("connection", "close");
  });
  app.addHook("onResponse", async ({ raw }) => {
    if (draining.aborted) raw.socket.destroySoon();
  });
}
