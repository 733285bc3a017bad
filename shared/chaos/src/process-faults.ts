import { setTimeout as delay } from "node:timers/promises";
import { engineRole, enginesFor } from "@token-sentiment/contract";
import { between, type Fault, pick } from "./fault.ts";
import type { World } from "./world.ts";

/** Above three deliveries, and the patience of a job. */
const ANSWER_LIMIT_MS = 150_000;
const engines = enginesFor("1").map(engineRole);
const anEngine = (random: () => number): string => engines[between(random, 0, engines.length - 1)] ?? "";
const either = (room: string) => (random: () => number) => pick(random, [room, `${room}-2`]);

const ended =
  (victim: (random: () => number) => string, signal: "SIGKILL" | "SIGTERM"): Fault["run"] =>
  async ({ all }, random) => {
    const name = victim(random);
    all.kill(name, signal);
    await all.ready(name);
  };

/** Stops processes as a long pause of the machine does: nobody is told, sockets stay open. */
async function freeze({ all }: World, names: readonly string[], ms: number): Promise<void> {
  for (const name of names) all.kill(name, "SIGSTOP");
  try {
    await delay(ms);
  } finally {
    for (const name of names) all.kill(name, "SIGCONT");
  }
}

const frozen =
  (victim: (random: () => number) => string, [least, most]: readonly [number, number]): Fault["run"] =>
  (world, random) =>
    freeze(world, [victim(random)], between(random, least, most));

/** One input that is submitted with the others; it is over when its job has an end. */
const submitted =
  (symbolBy: (random: () => number) => string): Fault["run"] =>
  async (_world, random, { jobs, submitNext }) => {
    const before = jobs.length;
    const wanted = symbolBy(random);
    submitNext(wanted);
    const isAnswered = (): boolean => jobs.slice(before).some(({ symbol, endedAt }) => symbol === wanted && endedAt > 0);
    for (const until = Date.now() + ANSWER_LIMIT_MS; !isAnswered() && Date.now() < until;) await delay(50);
  };

/** Services that die, leave or stand still, one at a time or a whole role at once. */
export const processFaults: readonly Fault[] = [
  { name: "kill -9 of an aggregator", run: ended(either("aggregator"), "SIGKILL") },
  {
    name: "kill -9 of both aggregators",
    async run({ all }) {
      const both = ["aggregator", "aggregator-2"];
      for (const name of both) all.kill(name, "SIGKILL");
      await Promise.all(both.map((name) => all.ready(name)));
    },
  },
  { name: "SIGTERM to an aggregator", run: ended(either("aggregator"), "SIGTERM") },
  { name: "an aggregator stands still beyond ack_wait", run: frozen(either("aggregator"), [16_000, 22_000]) },
  { name: "kill -9 of a gateway", run: ended(either("gateway"), "SIGKILL") },
  { name: "SIGTERM to a gateway", run: ended(either("gateway"), "SIGTERM") },
  { name: "a gateway stands still", run: frozen(either("gateway"), [2000, 6000]) },
  { name: "kill -9 of an engine", run: ended(anEngine, "SIGKILL") },
  { name: "SIGTERM to an engine", run: ended(anEngine, "SIGTERM") },
  { name: "an engine stands still", run: frozen(anEngine, [3000, 14_000]) },
  { name: "an input that kills its engine each time", run: submitted(() => "KILL") },
  { name: "an input that blocks its engine's event loop for 40 s", run: submitted((random) => `BLOCK.${between(random, 0, 1_000_000)}`) },
];

/** Both aggregators stand still across the line after which no row counts, then write: the job has failed, and stays so. */
export const acrossTheLine: Fault = {
  name: "both aggregators stand still for 155 s",
  run: (world) => freeze(world, ["aggregator", "aggregator-2"], 155_000),
};
