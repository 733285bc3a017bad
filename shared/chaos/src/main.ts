import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { isClean, reportOf, run } from "./run.ts";

const USAGE = `npm run chaos -- [--minutes N] [--seed S] [--jobs N] [--nodes 1|3] [--clients N] [--only PATTERN] [--across]

  Lets processes, the broker and the network fail by a seeded chance, every 5 to 10 s, under load, and judges every job that was accepted.
  --minutes  how long for each broker (2)          --jobs   at least so many submissions for each (0)
  --seed     the chance to repeat (any)            --nodes  one broker alone, or a cluster of three (first the one, then the other)
  --clients  at once (48)                          --only   faults whose name has this pattern
  --across   at the end both aggregators stand still for 155 s: what they held has failed, and what they then write changes nothing
`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: {
      minutes: text,
      seed: text,
      jobs: text,
      nodes: text,
      clients: text,
      only: text,
      across: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return say(USAGE);
  const number = (given: string | undefined, usual: number): number => {
    const value = given === undefined ? usual : Number(given);
    if (!Number.isFinite(value) || value < 0) throw new Error(`${given} is no number`);
    return value;
  };
  const seed = number(values.seed, randomInt(2 ** 31));
  const [forMs, leastJobs] = [number(values.minutes, 2) * 60_000, number(values.jobs, 0)];
  const atOnce = number(values.clients, 48);
  for (const nodes of [1, 3] as const) {
    if (values.nodes !== undefined && Number(values.nodes) !== nodes) continue;
    say(`\n${nodes} node${nodes > 1 ? "s" : ""}, seed ${seed}`);
    const began = Date.now();
    const result = await run({
      nodes,
      seed,
      forMs,
      leastJobs,
      atOnce,
      say,
      across: values.across === true,
      ...(values.only !== undefined && { only: new RegExp(values.only) }),
    });
    for (const line of reportOf(result)) say(line);
    say(`in ${Math.round((Date.now() - began) / 1000)} s; again with: npm run chaos -- --seed ${seed} --nodes ${nodes}`);
    if (!isClean(result)) process.exitCode = 1;
  }
}

await main();
