/** `npm run conformance -- ENGINE --command "python3 engine.py ENGINE" [--budget MS]`: does a process, in whatever language, keep the promises of an engine? */
import { parseArgs } from "node:util";
import { engineNames } from "@token-sentiment/contract";
import { conformance } from "./conformance.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { command: { type: "string" }, budget: { type: "string" } } });
const engine = engineNames.find((name) => name === positionals[0]);
if (engine === undefined || values.command === undefined) {
  process.stderr.write(`say which engine and how it is started: npm run conformance -- ${engineNames[0]} --command "python3 engine.py"\n`);
  process.exitCode = 2;
} else {
  const checks = await conformance(engine, values.command, values.budget === undefined ? undefined : Number(values.budget));
  for (const { promise, problem } of checks)
    process.stdout.write(`${problem === undefined ? "ok  " : "FAIL"} ${promise}${problem ? `: ${problem}` : ""}\n`);
  process.exitCode = checks.some(({ problem }) => problem !== undefined) ? 1 : 0;
}
