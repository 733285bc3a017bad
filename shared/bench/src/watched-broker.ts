import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to a broker on which subscriptions are counted. */
export interface WatchedBroker extends AsyncDisposable {
  url: string;
  /** Subscriptions of all who are connected by this way. */
  subscriptions(): number;
}

/** Follows what one client says: its lines, whole. JSON has no line breaks, so a line of a payload is never taken for a command. */
function follow(subscribed: Set<string>): (chunk: Buffer) => void {
  let rest = "";
  return (chunk) => {
    const lines = (rest + chunk.toString("latin1")).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const words = line.split(" ");
      if (words[0] === "SUB") subscribed.add(words.at(-1) ?? "");
      else if (words[0] === "UNSUB" && words.length === 2) subscribed.delete(words[1] ?? "");
    }
  };
}

/** Opens a way to the broker at `url`. */
export async function watchBroker(url: string): Promise<WatchedBroker> {
  const { hostname, port } = new URL(url);
  const open = new Map<Socket, Set<string>>();
  const server = createServer((client) => {
    const broker = connect(Number(port), hostname);
    const subscribed = new Set<string>();
    open.set(client, subscribed);
    client.on("data", follow(subscribed)).pipe(broker).pipe(client);
    const leave = (): void => {
      open.delete(client);
      client.destroy();
      broker.destroy();
    };
    for (const socket of [client, broker]) socket.on("error", leave).on("close", leave);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `nats://127.0.0.1:${own}`,
    subscriptions: () => [...open.values()].reduce((sum, { size }) => sum + size, 0),
    async [Symbol.asyncDispose]() {
      for (const socket of open.keys()) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
