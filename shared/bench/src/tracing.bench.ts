import { once } from "node:events";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { startBroker } from "@token-sentiment/testing";
import { z } from "zod";
import { type Bench, type BenchRow, median } from "./bench.ts";
import { startChild } from "./child.ts";

const HOPS = join(import.meta.dirname, "traced-hops.ts");
const ROUNDS = 7;
const COUNT = 4000;
const MIB = 1024 * 1024;
const Figures = z.object({ cpuUs: z.number(), aSecond: z.number() });
type Figures = z.infer<typeof Figures>;

/** What a process is told, and what it is called. */
const SIDES = [
  { what: "no instrumentation", ratio: "none", collected: false },
  { what: "off (the default)", ratio: "0", collected: false },
  { what: "on, 1 % of jobs kept", ratio: "0.01", collected: true },
  { what: "on, every job kept", ratio: "1", collected: true },
] as const;

/** A collector that takes everything and keeps nothing. */
async function sink(): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.end("{}"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** What tracing costs the process that writes a request, takes it, and answers it, on a real broker; each round has every side, in turn. */
export const bench: Bench = {
  title: `CPU of writing a request, taking it and answering it, all in one process, medians of ${ROUNDS} rounds of ${COUNT}; a service has at most half of that`,
  async run(say, { quick }) {
    await using broker = await startBroker({ topology: { maxBytes: 768 * MIB, capacity: 256 } });
    await using collector = await sink();
    const keysDir = dirname(broker.seedFile("gateway"));
    const [rounds, count] = quick ? [1, 500] : [ROUNDS, COUNT];
    const seen = SIDES.map((): Figures[] => []);
    for (let round = 0; round < rounds; round++) {
      say(`round ${round + 1} of ${rounds}`);
      for (const [index, { ratio, collected }] of SIDES.entries()) {
        const args = [HOPS, broker.url, keysDir, String(count), ratio, ...(collected ? [collector.url] : [])];
        await using child = await startChild(process.execPath, args, { ready: "cpuUs" });
        seen[index]?.push(Figures.parse(JSON.parse(child.said)));
      }
    }
    const cpu = seen.map((figures) => median(figures.map(({ cpuUs }) => cpuUs)));
    return SIDES.map(({ what }, index): BenchRow => {
      const beside = ((cpu[index] ?? 0) / (cpu[0] ?? 1) - 1) * 100;
      const each = (seen[index] ?? []).map(({ cpuUs }) => cpuUs);
      return {
        what,
        figures: {
          "CPU a job": `${cpu[index]?.toFixed(0)} µs`,
          "least to most": `${Math.min(...each).toFixed(0)} to ${Math.max(...each).toFixed(0)} µs`,
          "beside no instrumentation": `${beside >= 0 ? "+" : ""}${beside.toFixed(1)} %`,
          "jobs/s": median((seen[index] ?? []).map(({ aSecond }) => aSecond)).toFixed(0),
        },
      };
    });
  },
};
