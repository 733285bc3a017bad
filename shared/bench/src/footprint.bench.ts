import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { engineNames, engineRole, RESOLVER } from "@token-sentiment/contract";
import { startConstellation } from "@token-sentiment/local";
import { type Bench, median } from "./bench.ts";
import { cpuMs } from "./cpu.ts";
import { rssMib } from "./rss.ts";

const services = ["gateway", "aggregator", RESOLVER, ...engineNames.map(engineRole)];
const IDLE_MS = 10_000;

/** How soon a service is ready, and what it holds when nobody asks. */
export const bench: Bench = {
  title: "each service started alone, from its process to its ready line (wall and CPU); memory and CPU after ten seconds without work",
  async run(say, { quick }) {
    await using stack = new AsyncDisposableStack();
    const dataDir = await mkdtemp(join(tmpdir(), "tsa-bench-"));
    stack.defer(() => rm(dataDir, { recursive: true, force: true }));
    const all = stack.use(await startConstellation({ dataDir, services: ["sandbox"] }));
    const took = new Map<string, { wall: number[]; cpu: number[] }>();
    for (let round = 0; round < (quick ? 1 : 3); round++)
      for (const name of services) {
        say(`${name}, round ${round + 1}`);
        if (round > 0) await all.stop(name);
        const began = performance.now();
        await all.start(name);
        const times = took.get(name) ?? { wall: [], cpu: [] };
        times.wall.push(performance.now() - began);
        times.cpu.push(cpuMs(all.pids()[name] ?? 0));
        took.set(name, times);
      }
    const cpuOf = () => Object.fromEntries([...services, "broker"].map((name) => [name, cpuMs(all.pids()[name] ?? 0)]));
    const before = cpuOf();
    await delay(IDLE_MS);
    const after = cpuOf();
    return [...services, "broker"].map((name) => {
      const { wall = [], cpu = [] } = took.get(name) ?? {};
      const started =
        wall.length > 0 ? { "ready after": `${median(wall).toFixed(0)} ms`, "CPU until then": `${median(cpu).toFixed(0)} ms` } : {};
      const idle = ((after[name] ?? 0) - (before[name] ?? 0)) / (IDLE_MS / 100);
      return {
        what: name,
        figures: { ...started, "RSS idle": `${rssMib(all.pids()[name] ?? 0).toFixed(0)} MiB`, "CPU idle": `${idle.toFixed(1)} %` },
      };
    });
  },
};
