import { rename, writeFile } from "node:fs/promises";
import { runService } from "@token-sentiment/runtime";
import { Config } from "./config.ts";
import { type Sandbox, startSandbox } from "./start-sandbox.ts";

await runService({
  name: "sandbox",
  config: Config,
  start: async ({ config, stack, draining }) => {
    const sandbox = stack.use(await startSandbox({ port: config.SANDBOX_EVM_PORT }));
    void liveWith(sandbox, draining);
    const file = config.SANDBOX_EXAMPLES_FILE;
    if (file !== undefined) {
      // whole or not at all: the gateway may read it at any moment
      await writeFile(`${file}.new`, `${JSON.stringify(sandbox.examples, undefined, 2)}\n`);
      await rename(`${file}.new`, file);
    }
    return { rpc_url: sandbox.rpcUrl, tokens: sandbox.examples.length };
  },
});

/** Without its node the service has nothing to serve: the error ends it, and whoever started it may start it again. */
async function liveWith(sandbox: Sandbox, draining: AbortSignal): Promise<void> {
  const sentence = await sandbox.ended;
  if (!draining.aborted) throw new Error(sentence);
}
