import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

const Call = z.looseObject({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });
const Filter = z.object({ fromBlock: z.string(), toBlock: z.string() });

/** A node in front of a real one, over real HTTP, that answers `eth_getLogs` itself where it wants to. */
export interface Proxy extends AsyncDisposable {
  url: string;
  /** Sizes of the ranges that were asked, in blocks, one per filter. */
  ranges: number[];
}

/** `refuse` gets the first and the last block of a range and answers the error message, or nothing. */
export async function startProxy(target: string, refuse: (from: number, to: number) => string | undefined): Promise<Proxy> {
  const ranges: number[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const calls = z.array(Call).parse(await json(request));
      const errors = new Map<number, object>();
      for (const { id, method, params } of calls) {
        if (method !== "eth_getLogs" || !Array.isArray(z.object({ topics: z.array(z.unknown()) }).parse(params[0]).topics[0])) continue;
        const { fromBlock, toBlock } = Filter.parse(params[0]);
        ranges.push(Number(toBlock) - Number(fromBlock) + 1);
        const message = refuse(Number(fromBlock), Number(toBlock));
        if (message !== undefined) errors.set(id, { jsonrpc: "2.0", id, error: { code: -32_005, message } });
      }
      const answer = await fetch(target, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(calls) });
      const items = z.array(z.looseObject({ id: z.number() })).parse(await answer.json());
      response.setHeader("content-type", "application/json").end(JSON.stringify(items.map((item) => errors.get(item.id) ?? item)));
    })();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    ranges,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
