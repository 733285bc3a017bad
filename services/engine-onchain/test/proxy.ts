import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

const Call = z.looseObject({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });
const Filter = z.object({ fromBlock: z.string(), toBlock: z.string(), topics: z.array(z.unknown()) });

/** The query of changes of owner names so many events, that of the window more. */
const OWNERS_EVENTS = 2;

/** A node in front of a real one, over real HTTP, that answers `eth_getLogs` itself where it wants to. */
export interface Proxy extends AsyncDisposable {
  url: string;
  /** Sizes of the ranges that were asked, in blocks, one per filter. */
  ranges: number[];
}

/** A query of any of several events. */
interface Query {
  from: number;
  to: number;
  topics: unknown[];
}

/**
 * `refuse` gets the first and the last block of a range of the window and answers the error message, or nothing; `tell`, if given, answers the
 * logs of a query instead of the node, or nothing.
 */
export async function startProxy(
  target: string,
  refuse: (from: number, to: number) => string | undefined,
  tell?: (query: Query) => object[] | undefined,
): Promise<Proxy> {
  const ranges: number[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const calls = z.array(Call).parse(await json(request));
      const told = new Map<number, object>();
      for (const { id, method, params } of calls) {
        const { fromBlock, toBlock, topics } = Filter.safeParse(params[0]).data ?? { topics: [] };
        if (method !== "eth_getLogs" || !Array.isArray(topics[0])) continue;
        const query = { from: Number(fromBlock), to: Number(toBlock), topics: z.array(z.unknown()).parse(topics[0]) };
        const isWindow = query.topics.length > OWNERS_EVENTS;
        if (isWindow) ranges.push(query.to - query.from + 1);
        const message = isWindow ? refuse(query.from, query.to) : undefined;
        const logs = message === undefined ? tell?.(query) : undefined;
        if (message !== undefined) told.set(id, { jsonrpc: "2.0", id, error: { code: -32_005, message } });
        else if (logs) told.set(id, { jsonrpc: "2.0", id, result: logs });
      }
      const answer = await fetch(target, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(calls) });
      const items = z.array(z.looseObject({ id: z.number() })).parse(await answer.json());
      response.setHeader("content-type", "application/json").end(JSON.stringify(items.map((item) => told.get(item.id) ?? item)));
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
