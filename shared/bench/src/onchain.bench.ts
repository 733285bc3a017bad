import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { startSandbox } from "@token-sentiment/sandbox";
import { startBroker } from "@token-sentiment/testing";
import { z } from "zod";
import { type Bench, type BenchRow, median } from "./bench.ts";
import { startEngine } from "./onchain/start-engine.ts";

const Port = z.object({ port: z.number() });
const Counts = z.object({ calls: z.number(), posts: z.number(), bytes: z.number(), logs: z.number() });

/** The node in front of the sandbox's, in a thread of its own; `perBlock` 0 = the sandbox's own logs. */
async function startNode(workerData: { target: string; pool: string; token: string; perBlock: number; latencyMs: number }) {
  const worker = new Worker(new URL("onchain/hot-node.ts", import.meta.url), { workerData });
  const next = async (): Promise<unknown> => (await once(worker, "message"))[0];
  const { port } = Port.parse(await next());
  return {
    url: `http://127.0.0.1:${port}`,
    /** What was asked and answered since the last time. */
    counts: async () => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage("counts");
      return Counts.parse(await next());
    },
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  };
}

const RUNS = 5;
const BLOCKS = 7_200;
const PER_BLOCK = 141;

/** RPC calls, bytes and wall time of an analysis by latency, and what a window of a million logs costs the process. */
export const bench: Bench = {
  title: "the on-chain engine as a process, asked over the broker; its node and the sandbox's stand on the same machine",
  async run(say) {
    const rows: BenchRow[] = [];
    await using broker = await startBroker();
    await using sandbox = await startSandbox();
    const { address: token, pair: pool } = sandbox.tokens["FERN"] ?? { address: "", pair: "" };
    for (const latencyMs of [0, 50, 100]) {
      say(`an analysis with ${latencyMs} ms a round trip`);
      await using node = await startNode({ target: sandbox.rpcUrl, pool, token, perBlock: 0, latencyMs });
      await using engine = await startEngine(broker, node.url);
      await engine.analyze(token);
      await node.counts();
      await engine.longestTurnMs();
      const walls: number[] = [];
      for (let run = 0; run < RUNS; run++) walls.push((await engine.analyze(token)).elapsed_ms);
      const { calls, posts, bytes } = await node.counts();
      rows.push({
        what: `FERN, ${latencyMs} ms a round trip`,
        figures: {
          wall: `${median(walls).toFixed(0)} ms`,
          posts: `${posts / RUNS}`,
          calls: `${calls / RUNS}`,
          "KB in": (bytes / RUNS / 1024).toFixed(0),
          "peak RSS": `${engine.peakMb().toFixed(0)} MB`,
          "longest turn": `${(await engine.longestTurnMs()).toFixed(0)} ms CPU`,
          "loop delay max": `${(await engine.loopDelayMs()).toFixed(0)} ms`,
        },
      });
    }
    const mine = { jsonrpc: "2.0", id: 1, method: "anvil_mine", params: [`0x${BLOCKS.toString(16)}`, "0xc"] };
    await fetch(sandbox.rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(mine) });
    for (const atOnce of [1, 8]) {
      say(`${atOnce} at once over a window of ${BLOCKS * PER_BLOCK} logs`);
      await using node = await startNode({ target: sandbox.rpcUrl, pool, token, perBlock: PER_BLOCK, latencyMs: 0 });
      await using engine = await startEngine(broker, node.url);
      await engine.loopDelayMs();
      await engine.longestTurnMs();
      const all = await Promise.all(Array.from({ length: atOnce }, () => engine.analyze(token)));
      const { posts, bytes, calls } = await node.counts();
      const lines = all.map(({ signals }) => signals.find(({ code }) => code === "drawdown"));
      say(lines[0]?.text ?? all[0]?.reason ?? "no line");
      const read = lines.map((line) => Number(/(\d+)(?: logs)?\)/.exec(line?.text ?? "")?.[1] ?? 0));
      const wall = median(all.map(({ elapsed_ms }) => elapsed_ms));
      rows.push({
        what: `${BLOCKS * PER_BLOCK} logs in the window, ${atOnce} at once`,
        figures: {
          wall: `${wall.toFixed(0)} ms`,
          posts: `${posts / atOnce}`,
          calls: `${calls / atOnce}`,
          "KB in": (bytes / atOnce / 1024).toFixed(0),
          "logs read": `${median(read)}`,
          "logs/s": ((1000 * median(read)) / wall).toFixed(0),
          window: `${lines[0]?.values["hours"] ?? 0} h`,
          "peak RSS": `${engine.peakMb().toFixed(0)} MB`,
          "longest turn": `${(await engine.longestTurnMs()).toFixed(0)} ms CPU`,
          "loop delay max": `${(await engine.loopDelayMs()).toFixed(0)} ms`,
        },
      });
    }
    return rows;
  },
};
