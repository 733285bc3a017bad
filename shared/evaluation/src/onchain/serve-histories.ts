import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";
import type { PoolHistory } from "./pool-history.ts";
import { stubNode } from "./stub-node.ts";

/** JSON-RPC nodes on loopback, one at each path. */
export interface Histories extends AsyncDisposable {
  /** A node that knows that pool up to that block, and its URL. */
  upTo(history: PoolHistory, head: number): string;
}

/** Serves pools' events as nodes would, over HTTP; only the node that was added last is there. */
export async function serveHistories(): Promise<Histories> {
  let path = "/";
  let node: ReturnType<typeof stubNode> = () => [];
  let added = 0;
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const body = await json(request);
      if (request.url !== path) response.writeHead(404).end();
      else response.setHeader("content-type", "application/json").end(JSON.stringify(node(body)));
    };
    answer().catch(() => response.writeHead(400).end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    upTo(history, head) {
      added += 1;
      [path, node] = [`/${added}`, stubNode(history, head)];
      return `http://127.0.0.1:${port}${path}`;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
