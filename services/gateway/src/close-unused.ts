import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Hangs up, when the application closes, on connections that have not asked anything yet: browsers open some ahead, and node waits for
 * each until its idle time is over. Those that are being answered are left to finish.
 */
export function closeUnused(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  app.server.on("request", ({ socket }) => unused.delete(socket));
  app.addHook("preClose", async () => {
    for (const socket of unused) socket.destroy();
  });
}
