import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A client's way to the broker on which everything it asks is seen. */
export interface RecordedBroker extends AsyncDisposable {
  url: string;
  /** Every subject that a client published to, subscribed to, or asked a stream for, once each. */
  subjects: ReadonlySet<string>;
}

const LINE = Buffer.from("\r\n");
/** Where a request to the JetStream API names subjects in its body. */
const NAMED = /"(?:last_by_subj|next_by_subj|multi_last|filter_subjects?)":(\[[^\]]*\]|"(?:[^"\\]|\\.)*")/g;

/** Reads what a client says (PUB, HPUB, SUB) out of its bytes. */
function listenTo(subjects: Set<string>): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const end = rest.indexOf(LINE);
      if (end < 0) return;
      // Not split at every space: a subject with one would be hidden.
      const [verb = "", ...words] = rest.subarray(0, end).toString("utf8").split(" ");
      const size = verb === "PUB" || verb === "HPUB" ? Number(words.at(-1)) + LINE.length : 0;
      if (rest.length < end + LINE.length + size) return;
      if (size > 0) {
        subjects.add(words[0] ?? "");
        const body = rest.subarray(end + LINE.length, end + LINE.length + size).toString("utf8");
        if (words[0]?.includes("$JS.API.")) {
          for (const [, named = "[]"] of body.matchAll(NAMED)) for (const one of [JSON.parse(named)].flat()) subjects.add(String(one));
        }
      } else if (verb === "SUB") subjects.add(words.slice(0, -1).join(" "));
      rest = rest.subarray(end + LINE.length + size);
    }
  };
}

/** Stands between clients and the broker at `url`. */
export async function recordBroker(url: string): Promise<RecordedBroker> {
  const { hostname, port } = new URL(url);
  const subjects = new Set<string>();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const broker = connect(Number(port), hostname);
    const listen = listenTo(subjects);
    client.on("data", listen);
    client.pipe(broker).pipe(client);
    for (const socket of [client, broker]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => void (client.destroy(), broker.destroy(), sockets.delete(socket)));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("not listening");
  return {
    url: `nats://127.0.0.1:${address.port}`,
    subjects,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
