import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";

/** A node in front of a real one that answers `eth_getLogs` with as many logs a block as wanted; in a thread of its own. */
const { target, pool, token, perBlock, latencyMs } = z
  .object({ target: z.string(), pool: z.string(), token: z.string(), perBlock: z.number(), latencyMs: z.number() })
  .parse(workerData);

const Call = z.looseObject({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });
const Range = z.object({ fromBlock: z.string(), toBlock: z.string(), topics: z.array(z.unknown()) });
const counts = { calls: 0, posts: 0, bytes: 0, logs: 0 };

const SYNC = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";
const SWAP = "0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822";
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const word = (value: bigint | number | string): string => BigInt(value).toString(16).padStart(64, "0");
const COIN = 10n ** 18n;

/** A sale of one of 500 accounts: its transfer to the pool, the pool's reserves, its swap. */
function saleAt(block: number, index: number): object[] {
  const number = (block * 7919 + index) % 500;
  const account = word(0x1000 + number);
  const tx = `0x${word(block * 10_000 + index)}`;
  const log = (position: number, of: { address: string; topics: string[]; data: string }) => ({
    ...of,
    blockNumber: `0x${block.toString(16)}`,
    logIndex: `0x${(3 * index + position).toString(16)}`,
    transactionHash: tx,
    blockHash: `0x${word(block)}`,
    transactionIndex: `0x${index.toString(16)}`,
    removed: false,
  });
  const sold = COIN * BigInt(1 + (number % 9));
  return [
    log(0, { address: token, topics: [TRANSFER, `0x${account}`, `0x${word(pool)}`], data: `0x${word(sold)}` }),
    log(1, { address: pool, topics: [SYNC], data: `0x${word(COIN * BigInt(600_000 + number)) + word(COIN * 300n)}` }),
    log(2, {
      address: pool,
      topics: [SWAP, `0x${account}`, `0x${account}`],
      data: `0x${word(sold) + word(0) + word(0) + word(COIN / 100n)}`,
    }),
  ];
}

/** Streams the logs of a range until they are all told or nobody listens any longer. */
async function tell(response: ServerResponse, params: unknown[]): Promise<void> {
  const { fromBlock, toBlock, topics } = Range.parse(params[0]);
  if (![topics[0]].flat().includes(TRANSFER)) return;
  let comma = "";
  let room = (): void => undefined;
  const free = (): void => room();
  response.on("drain", free).on("close", free);
  for (let block = Number(fromBlock); block <= Number(toBlock) && !response.destroyed; block++) {
    const logs = Array.from({ length: perBlock / 3 }, (_, index) => saleAt(block, index)).flat();
    const text = comma + logs.map((log) => JSON.stringify(log)).join(",");
    comma = ",";
    counts.logs += logs.length;
    counts.bytes += text.length;
    if (!response.write(text)) await new Promise<void>((go) => void (room = go));
  }
}

const server = createServer((request, response) => {
  void (async () => {
    const sent = await json(request);
    const calls = z.array(Call).parse(Array.isArray(sent) ? sent : [sent]);
    counts.posts += 1;
    counts.calls += calls.length;
    if (latencyMs > 0) await delay(latencyMs);
    const asked = calls.filter(({ method }) => perBlock === 0 || method !== "eth_getLogs");
    const real = new Map<number, object>();
    if (asked.length > 0) {
      const answer = await fetch(target, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked) });
      for (const item of z.array(z.looseObject({ id: z.number() })).parse(await answer.json())) real.set(item.id, item);
    }
    response.setHeader("content-type", "application/json").write("[");
    for (const [index, { id, params }] of calls.entries()) {
      const told = real.get(id);
      const text = `${index > 0 ? "," : ""}${told ? JSON.stringify(told) : `{"jsonrpc":"2.0","id":${id},"result":[`}`;
      counts.bytes += text.length;
      response.write(text);
      if (told) continue;
      await tell(response, params);
      response.write("]}");
    }
    response.end("]");
  })().catch(() => response.destroy());
}).listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = z.object({ port: z.number() }).parse(server.address());
parentPort?.on("message", () => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage({ ...counts });
  Object.assign(counts, { calls: 0, posts: 0, bytes: 0, logs: 0 });
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage({ port });
