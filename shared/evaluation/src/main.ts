import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { datasetsIn } from "./datasets-in.ts";
import type { Evaluation } from "./evaluation.ts";

const SUFFIX = ".evaluation.ts";
const all = readdirSync(import.meta.dirname).flatMap((file) => (file.endsWith(SUFFIX) ? [file.slice(0, -SUFFIX.length)] : []));
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const progress = (line: string): void => void process.stderr.write(`${line}\n`);

function giveUp(sentence: string): never {
  progress(`${sentence}\nusage: npm run evaluate -- [${all.join("|")}] --datasets DIR`);
  process.exit(1);
}

const { values, positionals } = parseArgs({ options: { datasets: { type: "string" } }, allowPositionals: true });
const folder = values.datasets === undefined ? giveUp("--datasets is not set") : resolve(values.datasets);
const strange = positionals.filter((name) => !all.includes(name));
if (strange.length > 0) giveUp(`there is no evaluation ${strange.join(", ")}`);

const dataset = datasetsIn(folder);

for (const name of positionals.length > 0 ? positionals : all) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a room of ours: every evaluation file exports one
  const { evaluation } = (await import(`./${name}${SUFFIX}`)) as { evaluation: Evaluation };
  say(`# ${name}: ${evaluation.title}`);
  const absent = evaluation.datasets.filter((of) => dataset(of) === undefined);
  for (const of of absent) say(`skipped: no folder ${of} under --datasets`);
  if (absent.length === evaluation.datasets.length) continue;
  try {
    await evaluation.run({ dataset, say, progress });
  } catch (error) {
    progress(`${name} could not be evaluated: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
