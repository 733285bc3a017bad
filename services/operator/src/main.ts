import { checkTopology, openApiKeys, openBus } from "@token-sentiment/bus";
import { readConfig, readSecretFile } from "@token-sentiment/runtime";
import { z } from "zod";
import { commandOf, CommandError } from "./command.ts";
import { help, runCommand } from "./run-command.ts";

/** How long it looks for a broker before it says that there is none. */
const PATIENCE_MS = 3000;

const output = {
  out: (text: string) => void process.stdout.write(text),
  note: (text: string) => void process.stderr.write(`${text}\n`),
};

async function main(): Promise<void> {
  const command = commandOf(process.argv.slice(2));
  if (command.do === "help") return help(output);
  const { NATS_URL: servers, NATS_NKEY_SEED_FILE: file } = readConfig(z.object({}));
  const seed = file && (await readSecretFile(file));
  await using bus = await openBus({ servers, role: "operator", seed, patienceMs: PATIENCE_MS });
  const problem = await checkTopology(bus);
  if (problem !== undefined) throw new CommandError(`the keys cannot be reached: ${problem}`);
  await runCommand(command, await openApiKeys(bus), { ...output, now: Date.now() });
}

try {
  await main();
} catch (error) {
  // A sentence is what an operator can act on; a stack is not.
  output.note(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
