import { fileURLToPath } from "node:url";
import { openChild } from "@token-sentiment/engine";
import { type Run, type Simulation, SimulationAnswer } from "./protocol.ts";

/** Tries transfers of a mint in a process with limits. Disposing ends it. */
export interface Simulator extends AsyncDisposable {
  /** One run for each epoch; undefined when it was too slow, needed too much memory or broke its process. */
  run(simulation: Simulation): Promise<Run[] | undefined>;
}

/** How a simulator is made; the tests put other children in its place. */
export interface SimulatorOptions {
  childPath?: string;
  /** Of one simulation, all its epochs. */
  runMs?: number;
}

const RUN_MS = 3000;
const RUNS_PER_CHILD = 100;
/** Node and the machine need half of it; a machine is 8 MiB. */
const DATA_MIB = 800;
const CPU_SECONDS = 120;
const NODE_OPTIONS = ["--max-old-space-size=96", "--disable-warning=ExperimentalWarning"];

/** A simulator whose process starts with its first simulation, and is replaced after a hundred and whenever one fails. */
export function openSimulator({
  childPath = fileURLToPath(new URL("child.ts", import.meta.url)),
  runMs = RUN_MS,
}: SimulatorOptions = {}): Simulator {
  const child = openChild({
    path: childPath,
    nodeOptions: NODE_OPTIONS,
    dataMiB: DATA_MIB,
    cpuSeconds: CPU_SECONDS,
    runs: RUNS_PER_CHILD,
    runMs,
  });
  return {
    async run(simulation) {
      const runs = (await child.ask(simulation, SimulationAnswer)) ?? undefined;
      return runs?.length === simulation.epochs.length ? runs : undefined;
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}
