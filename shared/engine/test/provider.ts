import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A real HTTP server on loopback that answers as told, and remembers what it was asked. */
export interface Provider extends AsyncDisposable {
  url: string;
  asked: { method: string; url: string; body: string }[];
  /** How to answer from now on. */
  answer(how: Answer): void;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const empty: Answer = (response) => response.end("{}");

export async function startProvider(): Promise<Provider> {
  let how: Answer = empty;
  const asked: Provider["asked"] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      asked.push({ method: request.method ?? "", url: request.url ?? "", body: Buffer.concat(chunks).toString() });
      how(response, request);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (next) => {
      how = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
