import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { chance } from "@token-sentiment/testing";
import { aftermath, audit } from "./audit.ts";
import { startLoad } from "./load.ts";
import { createMeasure, type Figures, openIn } from "./measure.ts";
import { grownOf, leftOpenOf } from "./leaks.ts";
import { isClean, reportOf } from "./run.ts";
import { abortWaiters, cutConnections } from "./waste.ts";
import { watchRows } from "./witness.ts";
import { startWorld } from "./world.ts";

const USAGE = `npm run soak -- [--jobs N] [--aborts N] [--reconnects N] [--clients N]

  Works N jobs (100000) on one broker and prints, as it goes, the memory of every process: what a full collection leaves (what is resident),
  MiB. Then leaves long-polls and streams (10000) before they are answered, cuts connections to the broker (1000), and tells what is still
  open afterwards. Exits with 1 when a promise about jobs broke, when memory kept growing, or when something was left open. Linux only.
`;
/** Rows of the curve. */
const POINTS = 20;
/** For facts, 5 KB a job with these engines, beside a floor; rows and usage get twice as much. */
const BYTES_A_JOB = 5 * 1024;
const LEAST_BYTES = 256 * 1024 * 1024;
/** Above what a gateway keeps an unused connection for, 72 s. */
const CLOSED_LIMIT_MS = 150_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const row = (cells: readonly (string | number)[]): void => say(`| ${cells.join(" | ")} |`);

async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const options = { jobs: text, aborts: text, reconnects: text, clients: text, help: { type: "boolean" } } as const;
  const { values } = parseArgs({ options });
  if (values.help) return say(USAGE);
  const wanted = Number(values.jobs ?? 100_000);
  const measure = createMeasure();
  const maxBytes = Math.max(LEAST_BYTES, wanted * BYTES_A_JOB * 1.5);
  await using world = await startWorld({ nodes: 1, capacity: 256, maxBytes, ...measure.options });
  await using gateway = await world.open("gateway");
  using witness = watchRows(gateway);
  const { all } = world;
  const names = Object.keys(all.pids());
  const openBefore = await openIn(world);
  const phase = { most: wanted };
  const loadOf = (symbol: string, seed: number) =>
    startLoad({
      urls: () => all.urls,
      key: all.key,
      random: chance(seed),
      atOnce: Number(values.clients ?? 64),
      goOn: (submitted) => submitted < phase.most,
      symbol: () => symbol,
    });

  const load = loadOf("CALM", 1);
  const began = Date.now();
  const curve: Map<string, Figures>[] = [];
  const point = async (jobs: number): Promise<void> => {
    const figures = await measure.figures(world);
    curve.push(figures);
    const cells = names.map((name) => `${figures.get(name)?.neededMib} (${figures.get(name)?.rssMib})`);
    row([jobs, Math.round((Date.now() - began) / 1000), ...cells]);
  };
  say(`needed (resident) memory, MiB, over ${wanted} jobs\n`);
  row(["jobs", "s", ...names]);
  row(["---:", "---:", ...names.map(() => "---:")]);
  await point(0);
  for (let n = 1; n <= POINTS; n++) {
    while (load.jobs.length < (wanted * n) / POINTS) await delay(100);
    await point(load.jobs.length);
  }
  await load.done;

  phase.most = Number.POSITIVE_INFINITY;
  const slow = loadOf("W5000", 2);
  while (!slow.jobs.some(({ jobId }) => jobId !== undefined)) await delay(50);
  say("");
  const aborted = await abortWaiters(world, { load: slow, random: chance(3), count: Number(values.aborts ?? 10_000) });
  say(`${aborted} long-polls and streams left, after ${Math.round((Date.now() - began) / 1000)} s`);
  const cut = await cutConnections(world, Number(values.reconnects ?? 1000));
  say(`${cut} connections cut, after ${Math.round((Date.now() - began) / 1000)} s`);
  phase.most = 0;
  await slow.done;
  const leftOpen = async (): Promise<string[]> => leftOpenOf(openBefore, await openIn(world));
  for (const until = Date.now() + CLOSED_LIMIT_MS; (await leftOpen()).length > 0 && Date.now() < until;) await delay(1000);
  await point(load.jobs.length + slow.jobs.length);
  const leaks = [...grownOf(curve), ...(await leftOpen())];
  const audited = await audit(world, { jobs: [...load.jobs, ...slow.jobs], witness });
  const result = { ...audited, ...(await aftermath(world, audited.judged)), happened: [] };
  const again = names.filter((name) => all.restarts(name) > 0);
  say(
    `\nopen at the beginning and at the end: ${openBefore.subscriptions} subscriptions, ${openBefore.consumers} consumers, in each process:`,
  );
  for (const [name, handles] of Object.entries(openBefore.handles)) say(`  ${name}: ${JSON.stringify(handles)}`);
  for (const line of [...reportOf(result), ...leaks.map((leak) => `leak: ${leak}`), ...again.map((name) => `started again: ${name}`)])
    say(line);
  if (!isClean(result) || leaks.length > 0 || again.length > 0) process.exitCode = 1;
}

await main();
