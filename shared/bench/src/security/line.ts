import { once } from "node:events";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";

/** What went over a line. */
interface Seen {
  posts: number;
  calls: number;
  /** Bytes of requests. */
  out: number;
  /** Bytes of answers. */
  in: number;
  /** Gas that `eth_simulateV1` says its calls used. */
  simulatedGas: number;
}

/** A node at a distance, over real HTTP. Disposing closes the line. */
export interface Line extends AsyncDisposable {
  url: string;
  seen: Seen;
  forget: () => void;
}

const nothing = (): Seen => ({ posts: 0, calls: 0, out: 0, in: 0, simulatedGas: 0 });

/** Stands before a JSON-RPC node and lets every round trip take so much longer. */
export async function openLine(target: string, latencyMs: number): Promise<Line> {
  const seen = nothing();
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      seen.posts += 1;
      seen.out += body.length;
      seen.calls += body.toString("utf8").split('"method"').length - 1;
      if (latencyMs > 0) await delay(latencyMs);
      const answer = await fetch(target, { method: "POST", headers: { "content-type": "application/json" }, body });
      const text = await answer.text();
      seen.in += text.length;
      for (const [, gas] of text.matchAll(/"gasUsed":"(0x[0-9a-f]+)","(?:maxUsedGas|logs|status|error)/g)) seen.simulatedGas += Number(gas);
      response.setHeader("content-type", "application/json").end(text);
    })();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    seen,
    forget: () => void Object.assign(seen, nothing()),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
