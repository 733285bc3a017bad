import { chance } from "@token-sentiment/testing";
import { type Aftermath, aftermath, type Audit, audit } from "./audit.ts";
import { startLoad } from "./load.ts";
import { faultsOf, happen, type Happened, mix } from "./mix.ts";
import { acrossTheLine } from "./process-faults.ts";
import { watchRows } from "./witness.ts";
import { startWorld } from "./world.ts";

/** How long, how much, and by which chance. */
export interface RunOptions {
  nodes: 1 | 3;
  seed: number;
  /** It ends when both are over: so long, and so many jobs submitted. */
  forMs: number;
  leastJobs: number;
  atOnce: number;
  say: (line: string) => void;
  quietMs?: readonly [least: number, most: number];
  /** At the end both aggregators stand still across the line after which no row counts. */
  across?: boolean;
  /** Only faults so named. */
  only?: RegExp;
}

/** What came of it. */
export interface RunResult extends Audit, Aftermath {
  happened: Happened[];
}

/** Some inputs take their time, and one in a hundred brings a bug of every engine to light: its job fails. */
const symbolBy = (random: () => number) => () => {
  const draw = random();
  if (draw < 0.01) return "BUG";
  return draw < 0.1 ? `W${Math.floor(random() * 2000)}` : "CALM";
};

/** Starts everything, lets things go wrong under load, and judges every job that was accepted. */
export async function run({
  nodes,
  seed,
  forMs,
  leastJobs,
  atOnce,
  say,
  quietMs,
  only = /./,
  across = false,
}: RunOptions): Promise<RunResult> {
  await using world = await startWorld({ nodes, capacity: 256 });
  await using gateway = await world.open("gateway");
  using witness = watchRows(gateway);
  const began = Date.now();
  const { all } = world;
  let loading = true;
  const random = chance(seed);
  const load = startLoad({
    urls: () => all.urls,
    key: all.key,
    random: chance(seed + 1),
    atOnce,
    goOn: () => loading,
    symbol: symbolBy(chance(seed + 2)),
    demoEvery: 25,
  });
  const faults = faultsOf(nodes).filter(({ name }) => only.test(name));
  const still = (): boolean => Date.now() - began < forMs || load.jobs.length < leastJobs;
  const happened = await mix(world, { load, faults, random, goOn: still, say, ...(quietMs && { quietMs }) });
  if (across) happened.push(await happen(acrossTheLine, world, { load, random }));
  loading = false;
  await load.done;
  const audited = await audit(world, { jobs: load.jobs, witness });
  const broken = [...audited.broken, ...happened.flatMap((one) => one.broken)];
  return { ...audited, broken, ...(await aftermath(world, audited.judged)), happened };
}

/** What a result says, in lines; the first broken promises of each kind are told in full. */
export function reportOf({ judged, endings, longestMs, longest, happened, ...rest }: RunResult): string[] {
  const problems = ["lost", "doubled", "broken", "stuck", "inexact"] as const;
  const worst = happened.toSorted((a, b) => b.recoveryMs - a.recoveryMs)[0];
  return [
    `jobs: ${judged.length} accepted, ${endings.completed + endings.degraded} completed (${endings.degraded} degraded), ${endings.failed} failed, ${rest.refused} refused by the demo limit`,
    `${problems.map((kind) => `${rest[kind].length} ${kind}`).join(", ")}; unworked ${JSON.stringify(rest.unworked)}`,
    `${happened.length} faults; worst recovery ${worst ? `${worst.recoveryMs} ms (${worst.name})` : "-"}; longest job ${longestMs} ms: ${longest}`,
    ...problems.flatMap((kind) => rest[kind].slice(0, 10).map((line) => `${kind}: ${line}`)),
  ];
}

/** True when no promise was broken. */
export const isClean = ({ lost, doubled, broken, stuck, inexact, unworked, endings }: RunResult): boolean =>
  [lost, doubled, broken, stuck, inexact].every((list) => list.length === 0) && Object.keys(unworked).length === 0 && endings.none === 0;
