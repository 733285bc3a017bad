import { setTimeout as delay } from "node:timers/promises";
import { type ServiceProcess, type ServiceSpec, type ServiceSurroundings, startService } from "./service-process.ts";
import { StartError } from "./start-error.ts";
import { isGone, stopProcess } from "./stop-process.ts";
import { type Supervised, supervise } from "./supervise.ts";

/** The services of one constellation, by name. */
export interface Fleet {
  /** Starts one and waits until it is ready; from then on it is kept running. @throws StartError. */
  start(spec: ServiceSpec): Promise<Record<string, unknown>>;
  /** Runs one that ends by itself. @throws StartError when it does not end with 0. */
  runOnce(spec: ServiceSpec): Promise<void>;
  /** Ends those whose name fits, each within `limitMs`. */
  stop(fits: (name: string) => boolean, limitMs: number): Promise<void>;
  get(name: string): Supervised<ServiceProcess> | undefined;
  names(): string[];
}

const READY_LIMIT_MS = 60_000;

/** A restart must find its clients again: what was any free port the first time is that port from then on. */
const samePort = (spec: ServiceSpec, announced: unknown): ServiceSpec =>
  typeof announced === "number" ? { ...spec, env: { ...spec.env, PORT: String(announced) } } : spec;

/** An empty fleet. */
export function createFleet(surroundings: ServiceSurroundings, say: (line: string) => void): Fleet {
  const kept = new Map<string, Supervised<ServiceProcess>>();
  const starting = new Map<string, ServiceProcess>();

  async function begin<T>(spec: ServiceSpec, until: (life: ServiceProcess) => Promise<T>): Promise<T> {
    const life = startService(spec, surroundings);
    starting.set(spec.name, life);
    const late = new AbortController();
    try {
      const tooLate = delay(READY_LIMIT_MS, undefined, { signal: late.signal }).then(() => {
        throw new StartError(`${spec.name} was not ready within ${READY_LIMIT_MS / 1000} s: its log in ${surroundings.logDir} says why`);
      });
      return await Promise.race([until(life), tooLate]);
    } finally {
      late.abort();
      starting.delete(spec.name);
      if (!kept.has(spec.name)) await stopProcess(life.process, 0);
    }
  }

  return {
    start: (spec) =>
      begin(spec, async (life) => {
        const announced = await life.ready;
        const again = async (): Promise<ServiceProcess> => startService(samePort(spec, announced["port"]), surroundings);
        kept.set(spec.name, supervise(spec.name, life, { again, say }));
        return announced;
      }),
    runOnce: (spec) =>
      begin(spec, async (life) => {
        if ((await life.ended) !== 0) await life.ready;
      }),
    async stop(fits, limitMs) {
      const lives = [...starting].filter(([name]) => fits(name)).map(([, life]) => stopProcess(life.process, limitMs));
      const members = [...kept.values()].filter(({ name }) => fits(name));
      await Promise.all([...lives, ...members.map((member) => member.stop(limitMs))]);
      for (const { name } of members) kept.delete(name);
    },
    get: (name) => kept.get(name),
    names: () => [...kept.keys()],
  };
}

/** Resolves when a kept process is up and ready: its next life, when the present one is gone or leaving. @throws StartError after 60 s. */
export async function untilReady(member: Supervised<ServiceProcess>): Promise<void> {
  for (const deadline = Date.now() + READY_LIMIT_MS; Date.now() < deadline; await delay(20)) {
    const { life } = member;
    if (member.leaving || isGone(life.process)) continue;
    const ready = await life.ready.then(
      () => true,
      () => false,
    );
    if (ready && !isGone(life.process)) return;
  }
  throw new StartError(`${member.name} was not ready again within ${READY_LIMIT_MS / 1000} s`);
}
