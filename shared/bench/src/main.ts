import { readdirSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import type { Bench, BenchRow } from "./bench.ts";

const SUFFIX = ".bench.ts";
const all = readdirSync(import.meta.dirname).flatMap((file) => (file.endsWith(SUFFIX) ? [file.slice(0, -SUFFIX.length)] : []));

function table(rows: readonly BenchRow[]): string {
  const columns = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))];
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const body = rows.map(({ what, figures }) => line([what, ...columns.map((column) => figures[column] ?? "")]));
  return [line(["", ...columns]), line(["---", ...columns.map(() => "---:")]), ...body].join("\n");
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const QUICK = "--quick";
const options = { quick: process.argv.includes(QUICK) };
const wanted = process.argv.slice(2).filter((argument) => argument !== QUICK);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`no bench ${unknown.join(", ")}; there is ${all.join(", ")}\n`);
  process.exit(1);
}
say(`${availableParallelism()} cores (${cpus()[0]?.model ?? "?"}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`);
for (const name of wanted.length > 0 ? wanted : all) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a room of ours: every bench file exports one
  const { bench } = (await import(`./${name}${SUFFIX}`)) as { bench: Bench };
  say(`\n## ${name}: ${bench.title}\n`);
  say(table(await bench.run((progress) => process.stderr.write(`${progress}\n`), options)));
}
