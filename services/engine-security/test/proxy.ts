import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { z } from "zod";

/** One JSON-RPC call of a batch. */
export const Item = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });
export type Item = z.infer<typeof Item>;

/** A JSON-RPC endpoint in front of a real node, over real HTTP. */
export interface Proxy extends AsyncDisposable {
  url: string;
  /** Methods asked, batch by batch. */
  batches: string[][];
}

/** Passes batches on; `answer` may answer a call itself (an error or a result), or the whole batch by never answering. */
export async function startProxy(target: string, answer: (call: Item) => object | "silence" | undefined): Promise<Proxy> {
  const batches: string[][] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const calls = z.array(Item).parse(JSON.parse(await bodyOf(request)));
      batches.push(calls.map(({ method }) => method));
      const own = calls.map((call) => answer(call));
      if (own.includes("silence")) return;
      const passed = calls.filter((_, index) => own[index] === undefined);
      const body = JSON.stringify(passed.map((call) => ({ jsonrpc: "2.0", ...call })));
      const upstream =
        passed.length === 0 ? undefined : await fetch(target, { method: "POST", headers: { "content-type": "application/json" }, body });
      const answered = upstream ? z.array(z.looseObject({ id: z.number() })).parse(await upstream.json()) : [];
      const all = [
        ...answered,
        ...calls.flatMap(({ id }, index) =>
          own[index] === undefined ? [] : [{ jsonrpc: "2.0", id, ...z.object({}).loose().parse(own[index]) }],
        ),
      ];
      response.setHeader("content-type", "application/json").end(JSON.stringify(all));
    })();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    batches,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(z.instanceof(Buffer).parse(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
