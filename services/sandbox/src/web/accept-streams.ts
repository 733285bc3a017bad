import type { Server } from "node:http";
import { WebSocketServer } from "ws";
import type { Provider } from "./provider.ts";

const OPEN = 1;

/** Takes the WebSockets of a server: `ws://host:port/<provider>/...` goes to that provider's `stream`. Disposing cuts them all. */
export function acceptStreams(server: Server, providers: ReadonlyMap<string, Provider>): Disposable {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 });
  server.on("upgrade", (request, connection, head) => {
    const url = new URL(request.url ?? "/", "http://sandbox");
    const [, name = "", ...rest] = url.pathname.split("/");
    const stream = providers.get(name)?.stream;
    if (!stream) {
      connection.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, connection, head, (socket) => {
      const closed = new AbortController();
      socket.on("close", () => closed.abort());
      socket.on("error", () => undefined);
      const send = (text: string): void => {
        if (socket.readyState === OPEN) socket.send(text);
      };
      stream({ path: `/${rest.join("/")}`, query: url.searchParams }, { send, cut: () => socket.terminate(), closed: closed.signal });
    });
  });
  return {
    [Symbol.dispose]() {
      for (const socket of sockets.clients) socket.terminate();
    },
  };
}
