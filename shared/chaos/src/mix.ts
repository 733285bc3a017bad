import { setTimeout as delay } from "node:timers/promises";
import { brokerFaults, clusterFaults } from "./broker-faults.ts";
import { between, type Fault } from "./fault.ts";
import type { Load, Refusal, Submitted } from "./load.ts";
import { processFaults } from "./process-faults.ts";
import type { World } from "./world.ts";

/** A fault that happened. */
export interface Happened {
  name: string;
  /** From its end until a job that was submitted after its beginning had its verdict, ms. */
  recoveryMs: number;
  /** What it promised of itself and did not keep. */
  broken: string[];
}

/** Everything that may go wrong in a broker of so many nodes. */
export const faultsOf = (nodes: 1 | 3): Fault[] =>
  [...processFaults, ...brokerFaults, ...clusterFaults].filter(
    ({ needs }) => needs === undefined || needs === (nodes === 1 ? "one node" : "three nodes"),
  );

const RECOVERY_LIMIT_MS = 180_000;
const UNAVAILABLE = 503;

/** Lets one fault happen under load and waits until a job that was accepted since it began has ended. */
export async function happen(fault: Fault, world: World, { load, random }: { load: Load; random: () => number }): Promise<Happened> {
  const began = Date.now();
  await fault.run(world, random, load);
  const over = Date.now();
  const isAfter = ({ acceptedAt, endedAt }: Submitted): boolean => acceptedAt >= began && endedAt > 0;
  while (!load.jobs.some(isAfter) && Date.now() < over + RECOVERY_LIMIT_MS) await delay(20);
  const firstEnd = Math.min(...load.jobs.filter(isAfter).map(({ endedAt }) => endedAt));
  const lasted = load.refusals.filter(({ at, tookMs }) => at >= began && at + tookMs <= over);
  return {
    name: fault.name,
    recoveryMs: Math.max(0, firstEnd - over),
    broken: brokenOf(fault, { againMs: firstEnd - began, refusals: lasted }),
  };
}

/** Holds what followed a fault against what it says of itself. */
export function brokenOf(
  { name, againWithinMs = Infinity, refusesWithinMs }: Omit<Fault, "run">,
  { againMs, refusals }: { againMs: number; refusals: readonly Refusal[] },
): string[] {
  const broken = againMs > againWithinMs ? [`${name}: worked again after ${againMs} ms, not within ${againWithinMs}`] : [];
  if (refusesWithinMs === undefined) return broken;
  const late = refusals.filter(({ code, tookMs }) => code !== UNAVAILABLE || tookMs > refusesWithinMs);
  for (const { code, tookMs } of late) broken.push(`${name}: a submission was answered ${code} after ${tookMs} ms`);
  if (refusals.length === 0) broken.push(`${name}: no submission was refused`);
  return broken;
}

/** What the mix is drawn from, and how it goes. */
export interface MixOptions {
  load: Load;
  faults: readonly Fault[];
  random: () => number;
  goOn: () => boolean;
  say: (line: string) => void;
  /** Quiet time between two, ms; 5 to 10 s when omitted. */
  quietMs?: readonly [least: number, most: number];
}

/** One fault after the other, each picked by chance, while it may go on. */
export async function mix(world: World, { faults, goOn, say, quietMs = [5000, 10_000], ...under }: MixOptions): Promise<Happened[]> {
  const happened: Happened[] = [];
  while (goOn()) {
    await delay(between(under.random, ...quietMs));
    const fault = faults[between(under.random, 0, faults.length - 1)];
    if (!fault || !goOn()) continue;
    const one = await happen(fault, world, under);
    happened.push(one);
    say(`${one.name}: recovered after ${one.recoveryMs} ms${one.broken.map((line) => `; ${line}`).join("")}`);
  }
  return happened;
}
