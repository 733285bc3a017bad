import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { clientNetwork } from "./caller.ts";

/**
 * Closes, unread, what one client network (an IPv4 address, an IPv6 /64) opens beyond `most` connections: nobody alone can hold all that
 * the server has. Counted by the address that connects, so it is not for a server whose clients come through a proxy.
 */
export function limitConnections(app: FastifyInstance, most: number): void {
  const held = new Map<string, number>();
  app.server.on("connection", (socket: Socket) => {
    const network = clientNetwork(socket.remoteAddress ?? "");
    const count = held.get(network) ?? 0;
    if (count >= most) return void socket.destroy();
    held.set(network, count + 1);
    socket.once("close", () => {
      const left = (held.get(network) ?? 1) - 1;
      if (left > 0) held.set(network, left);
      else held.delete(network);
    });
  });
}
