import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** One call of a receiver. */
interface Call {
  headers: Record<string, string>;
  path: string;
  body: string;
}

/** Who is called: real HTTP on loopback. */
export interface Receiver extends AsyncDisposable {
  url: string;
  port: number;
  calls: Call[];
  ids(): (string | undefined)[];
  /** How many connections there ever were, with a call or without. */
  connections(): number;
}

type Answer = (response: ServerResponse, call: Call, request: IncomingMessage) => void;

/** Answers each call as `answer` says; 200 when omitted. */
export async function startReceiver(answer: Answer = (response) => response.end(), host = "127.0.0.1", port = 0): Promise<Receiver> {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the headers of these tests come once
    const call = { headers: request.headers as Record<string, string>, path: request.url ?? "", body: await text(request).catch(() => "") };
    calls.push(call);
    answer(response, call, request);
  });
  let connections = 0;
  server.on("connection", () => connections++);
  server.listen(port, host);
  await once(server, "listening");
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${taken}/hook`,
    port: taken,
    calls,
    ids: () => calls.map(({ headers }) => headers["webhook-id"]),
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      if (server.listening) await new Promise((done) => server.close(done));
    },
  };
}
