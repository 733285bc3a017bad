import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { acceptStreams } from "./accept-streams.ts";
import { notFound, type Provider } from "./provider.ts";

/** The running answerers. */
export interface Web extends AsyncDisposable {
  /** Base URL of a provider, without a slash at its end. */
  urlOf: (provider: string) => string;
  port: number;
}

const BODY_MAX = 1024 * 1024;

/** Serves all providers on one port of loopback; 0 takes a free one. */
export async function startWeb(providers: readonly Provider[], port = 0): Promise<Web> {
  const byName = new Map(providers.map((provider) => [provider.name, provider]));
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://sandbox");
    const [, name = "", ...rest] = url.pathname.split("/");
    const provider = byName.get(decodeURIComponent(name));
    const answering = async () => {
      if (!provider) return notFound;
      const body = request.method === "POST" ? await bodyOf(request) : undefined;
      return provider.answer({ method: request.method ?? "GET", path: `/${rest.join("/")}`, query: url.searchParams, body });
    };
    answering()
      .catch((error: unknown) => ({ status: 500, json: { error: String(error) }, headers: {}, text: undefined }))
      .then(({ status = 200, headers = {}, json, text }) => {
        const type = json === undefined ? "text/html; charset=utf-8" : "application/json";
        response.writeHead(status, { "content-type": type, ...headers }).end(json === undefined ? (text ?? "") : JSON.stringify(json));
      })
      .catch(() => response.destroy());
  });
  const streams = acceptStreams(server, byName);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has one
  const { port: bound } = server.address() as AddressInfo;
  return {
    port: bound,
    urlOf: (provider) => `http://127.0.0.1:${bound}/${provider}`,
    async [Symbol.asyncDispose]() {
      streams[Symbol.dispose]();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a request without an encoding yields bytes
    const part = Buffer.from(chunk as Uint8Array);
    size += part.length;
    if (size > BODY_MAX) throw new Error("the body is too large");
    chunks.push(part);
  }
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
