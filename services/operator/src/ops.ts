import { checkTopology, openBus } from "@token-sentiment/bus";
import { readConfig, readSecretFile } from "@token-sentiment/runtime";
import { z } from "zod";
import { CommandError } from "./command.ts";
import { OPS_USAGE, opsCommandOf } from "./ops/command.ts";
import { listPoison } from "./ops/list.ts";
import { replay } from "./ops/replay.ts";
import { show } from "./ops/show.ts";
import { status } from "./ops/status.ts";
import { listWebhooks, redeliver } from "./ops/webhooks.ts";

const Config = z.object({
  TOKEN_SENTIMENT_URL: z.string().default("http://127.0.0.1:8080").describe("a gateway"),
  TOKEN_SENTIMENT_KEY_FILE: z.string().min(1).optional().describe("a file with an API key, for replay"),
});
/** How long it looks for a broker before it says that there is none. */
const PATIENCE_MS = 3000;

/** What a command answers, in lines. */
async function linesOf(command: Exclude<ReturnType<typeof opsCommandOf>, { do: "help" }>): Promise<string[]> {
  const { NATS_URL: servers, NATS_NKEY_SEED_FILE: file, ...api } = readConfig(Config);
  const seed = file && (await readSecretFile(file));
  await using bus = await openBus({ servers, role: "operator", seed, patienceMs: PATIENCE_MS });
  const problem = await checkTopology(bus);
  if (problem !== undefined) throw new CommandError(`the broker cannot be looked at: ${problem}`);
  if (command.do === "status") return await status(bus);
  if (command.do === "list") return await listPoison(bus);
  if (command.do === "webhooks") return await listWebhooks(bus);
  if (command.do === "redeliver") return await redeliver(bus, command.job);
  if (command.do === "show") return await show(bus, command.job);
  const keyFile = api.TOKEN_SENTIMENT_KEY_FILE;
  if (keyFile === undefined)
    throw new CommandError("replay submits as a client does: TOKEN_SENTIMENT_KEY_FILE names a file with an API key");
  return await replay(bus, command.job, { url: api.TOKEN_SENTIMENT_URL, key: await readSecretFile(keyFile) });
}

try {
  const command = opsCommandOf(process.argv.slice(2));
  process.stdout.write(command.do === "help" ? OPS_USAGE : (await linesOf(command)).map((line) => `${line}\n`).join(""));
} catch (error) {
  // A sentence is what an operator can act on; a stack is not.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
