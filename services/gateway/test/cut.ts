import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to the broker that ends at one publish: whoever is behind it has done all that comes before it, and nothing after. */
export interface Cut extends AsyncDisposable {
  /** The broker, by this way. */
  url: string;
  /** Resolves when the publish came at which the way ends. */
  reached: Promise<void>;
  /** Ends every connection, as the death of a process does, and takes no new one. */
  sever(): void;
}

/** Opens a way to the broker at `url` that lets nothing of a client through from its first publish to a subject under `prefix` on. */
export const cutBefore = (prefix: string, url: string): Promise<Cut> => cutAt(prefix, url, false);

/** Opens one that lets that publish through and the broker store it, but nobody hear of it: nothing comes back from then on. */
export const cutAfter = (prefix: string, url: string): Promise<Cut> => cutAt(prefix, url, true);

/** What an acknowledgement of a stored message says. */
const STORED = '"seq":';

async function cutAt(prefix: string, url: string, stores: boolean): Promise<Cut> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const marks = [`PUB ${prefix}`, `HPUB ${prefix}`];
  const server = createServer((client) => {
    const broker = connect(Number(port), hostname);
    for (const socket of [client, broker]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
    }
    let closed = false;
    broker.on("data", (chunk) => {
      if (!closed) client.write(chunk);
      else if (stores && chunk.includes(STORED)) resolve();
    });
    client.on("data", (chunk) => {
      if (closed) return;
      const text = chunk.toString("latin1");
      // The client writes whole messages: a publish begins a chunk or follows a line's end.
      const at = Math.min(
        ...marks
          .flatMap((mark) => (text.startsWith(mark) ? 0 : [text.indexOf(`\r\n${mark}`) + 2]))
          .map((found) => (found === 1 ? Infinity : found)),
      );
      if (at === Infinity) return void broker.write(chunk);
      closed = true;
      broker.write(stores ? chunk : chunk.subarray(0, at));
      if (!stores) resolve();
    });
    client.on("close", () => broker.destroy());
    broker.on("close", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const sever = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached,
    sever,
    async [Symbol.asyncDispose]() {
      sever();
    },
  };
}
