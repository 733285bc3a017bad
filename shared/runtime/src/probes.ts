import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { Metrics } from "./metrics.ts";
import type { Readiness } from "./readiness.ts";

/** A listening probe server. */
export interface Probes extends AsyncDisposable {
  port: number;
}

/** Serves `/livez` (the event loop answers), `/readyz` (200, or 503 with the reasons) and `/metrics` on `port`; 0 takes any free one. */
export async function startProbes(port: number, readiness: Readiness, metrics: Metrics): Promise<Probes> {
  const server = createServer({ requestTimeout: 5000, keepAliveTimeout: 1000 }, (request, response) => {
    answer(request.url ?? "/", response).catch(() => response.destroy());
  });
  async function answer(url: string, response: ServerResponse): Promise<void> {
    switch (url.replace(/\?.*$/s, "")) {
      case "/livez":
        return json(response, 200, { status: "alive" });
      case "/readyz": {
        const reasons = await readiness.reasons();
        const ready = Object.keys(reasons).length === 0;
        return json(response, ready ? 200 : 503, ready ? { status: "ready" } : { status: "not ready", reasons });
      }
      case "/metrics": {
        const text = await metrics.text();
        response.writeHead(200, { "content-type": metrics.contentType }).end(text);
        return;
      }
      default:
        return json(response, 404, { error: "not found" });
    }
  }
  server.listen(port);
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
