import { rename, writeFile } from "node:fs/promises";
import { runService } from "@token-sentiment/runtime";
import { Config } from "./config.ts";
import { type LocalMarket, startLocalMarket } from "./start-local-market.ts";

await runService({
  name: "sandbox",
  config: Config,
  start: async ({ config, stack, draining }) => {
    const { SANDBOX_EVM_PORT: evmPort, SANDBOX_WEB_PORT: webPort, SANDBOX_PAYMENTS_FILE: paymentsFile } = config;
    const market = stack.use(await startLocalMarket({ evmPort, webPort, paymentsFile }));
    void liveWith(market, draining);
    const file = config.SANDBOX_EXAMPLES_FILE;
    if (file !== undefined) {
      // whole or not at all: the gateway may read it at any moment
      await writeFile(`${file}.new`, `${JSON.stringify(market.examples, undefined, 2)}\n`);
      await rename(`${file}.new`, file);
    }
    return { rpc_url: market.rpcUrl, tokens: market.examples.length };
  },
});

/** Without its nodes the service has nothing to serve: the error ends it, and whoever started it may start it again. */
async function liveWith(market: LocalMarket, draining: AbortSignal): Promise<void> {
  const sentence = await market.ended;
  if (!draining.aborted) throw new Error(sentence);
}
