import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { bucketStream, streams } from "@token-sentiment/contract";
import { ProbeLine } from "./probe-says.ts";
import { type Handles, handlesOf, rssMib } from "./process-figures.ts";
import type { World, WorldOptions } from "./world.ts";

/** One process at one moment. */
export interface Figures {
  /** What outlives a full collection, and what is resident, MiB. */
  neededMib: number;
  rssMib: number;
}

/** Looks into the processes of a world. */
export interface Measure {
  /** What that world must be started with. */
  options: Pick<WorldOptions, "env" | "onLog">;
  /** Of every process, after a full collection. */
  figures(world: World): Promise<Map<string, Figures>>;
}

const ANSWER_LIMIT_MS = 30_000;
const MIB = 2 ** 20;

/** Measures processes that are probed. */
export function createMeasure(): Measure {
  const needed = new Map<string, number>();
  return {
    options: {
      env: { NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "probe.ts")).href}` },
      onLog(service, line) {
        const said = ProbeLine.safeParse(line).data;
        if (said) needed.set(service, said.needed);
      },
    },
    async figures({ all }) {
      needed.clear();
      const pids = Object.entries(all.pids());
      for (const [name] of pids) all.kill(name, "SIGWINCH");
      for (const until = Date.now() + ANSWER_LIMIT_MS; needed.size < pids.length && Date.now() < until;) await delay(20);
      return new Map(
        pids.map(([name, pid]) => [name, { neededMib: Math.round((needed.get(name) ?? Number.NaN) / MIB), rssMib: rssMib(pid) }]),
      );
    },
  };
}

/** What is open between the services and the broker, and between them and their clients. */
export interface Open {
  handles: Record<string, Handles>;
  /** Subscriptions at the broker, of all services together. */
  subscriptions: number;
  /** Consumers at the broker, of both streams that have any. */
  consumers: number;
}

/** Looks at what is open now. */
export async function openIn(world: World): Promise<Open> {
  await using provisioner = await world.open("provisioner");
  const infos = await Promise.all([streams.analysis, bucketStream("jobs")].map((stream) => provisioner.jsm.streams.info(stream)));
  return {
    handles: Object.fromEntries(Object.entries(world.all.pids()).map(([name, pid]) => [name, handlesOf(pid)])),
    subscriptions: world.proxy?.subscriptions() ?? 0,
    consumers: infos.reduce((sum, { state }) => sum + state.consumer_count, 0),
  };
}
