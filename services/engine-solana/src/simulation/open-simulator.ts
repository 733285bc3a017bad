import { fileURLToPath } from "node:url";
import { openChild } from "@token-sentiment/engine";
import { type Run, type Simulation, SimulationAnswer } from "./protocol.ts";

/** Tries transfers of a mint in a process with limits. Disposing ends it. */
export interface Simulator extends AsyncDisposable {
  /** One run for each epoch; undefined when it was too slow, needed too much memory or broke its process, and when the signal aborts first. */
  run(simulation: Simulation, signal?: AbortSignal): Promise<Run[] | undefined>;
}

/** How a simulator is made; the tests put other children in its place. */
export interface SimulatorOptions {
  childPath?: string;
  /** Of one simulation, all its epochs. */
  runMs?: number;
}

const RUN_MS = 3000;
const RUNS_PER_CHILD = 100;
/** Of writable memory as the kernel counts it: Node and one machine have some 650 MiB of it mapped, of which 200 are in use. */
const DATA_MIB = 1024;
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
    async run(simulation, signal) {
      const runs = (await child.ask(simulation, SimulationAnswer, signal)) ?? undefined;
      return runs?.length === simulation.epochs.length ? runs : undefined;
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}
