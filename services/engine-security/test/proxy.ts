import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

/** One JSON-RPC call of a batch. */
export const Item = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });
export type Item = z.infer<typeof Item>;
const Answered = z.looseObject({ id: z.number() });
type Answered = z.infer<typeof Answered>;

/** A JSON-RPC endpoint in front of a real node, over real HTTP. */
export interface Proxy extends AsyncDisposable {
  url: string;
  /** Methods asked, batch by batch. */
  batches: string[][];
}

/** One request to the endpoint, and what it may do with it. */
export interface Exchange {
  calls: readonly Item[];
  /** False: a single call that was sent as itself. */
  batch: boolean;
  response: ServerResponse;
  /** The real node's answers, in the order of the calls. */
  forward: (calls: readonly Item[]) => Promise<Answered[]>;
  /** Answers with those items, in the form in which was asked. */
  send: (items: readonly unknown[]) => void;
}

/** An endpoint that serves each request so. */
export async function startNode(target: string, serve: (exchange: Exchange) => unknown): Promise<Proxy> {
  const batches: string[][] = [];
  const forward: Exchange["forward"] = async (calls) => {
    if (calls.length === 0) return [];
    const body = JSON.stringify(calls.map((call) => ({ jsonrpc: "2.0", ...call })));
    const upstream = await fetch(target, { method: "POST", headers: { "content-type": "application/json" }, body });
    const items = new Map(
      z
        .array(Answered)
        .parse(await upstream.json())
        .map((item) => [item.id, item]),
    );
    return calls.flatMap(({ id }) => items.get(id) ?? []);
  };
  const server = createServer((request, response) => {
    void (async () => {
      const body = await json(request);
      const calls = z.array(Item).parse(Array.isArray(body) ? body : [body]);
      const batch = Array.isArray(body);
      batches.push(calls.map(({ method }) => method));
      const send: Exchange["send"] = (items) =>
        void response.setHeader("content-type", "application/json").end(JSON.stringify(batch ? items : items[0]));
      await serve({ calls, batch, response, forward, send });
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

/** Serves with the real node's answers, but for the calls that `answer` answers itself: an error or a result. */
export const answering =
  (answer: (call: Item) => object | undefined) =>
  async ({ calls, forward, send }: Exchange): Promise<void> => {
    const own = new Map(calls.flatMap((call) => [[call.id, answer(call)] as const]));
    const passed = await forward(calls.filter(({ id }) => own.get(id) === undefined));
    send(calls.map(({ id }) => (own.get(id) ? { jsonrpc: "2.0", id, ...own.get(id) } : passed.find((item) => item.id === id))));
  };

/** Passes batches on; `answer` may answer a call itself (an error or a result), or the whole batch by never answering. */
export const startProxy = (target: string, answer: (call: Item) => object | "silence" | undefined): Promise<Proxy> =>
  startNode(target, async (exchange) => {
    const own = new Map(exchange.calls.map((call) => [call, answer(call)]));
    if ([...own.values()].includes("silence")) return;
    await answering((call) => {
      const said = own.get(call);
      return said === "silence" ? undefined : said;
    })(exchange);
  });
