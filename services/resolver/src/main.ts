import { openServiceBus } from "@token-sentiment/bus";
import { RESOLVER } from "@token-sentiment/contract";
import { runService } from "@token-sentiment/runtime";
import { Config } from "./config.ts";
import { startResolver } from "./start-resolver.ts";

await runService({
  name: RESOLVER,
  config: Config,
  async start(service) {
    const { config, log, metrics, version, instance, stack } = service;
    const bus = await openServiceBus(service, RESOLVER);
    const { ENGINE_CONCURRENCY: concurrency, ENGINE_BUDGET_SCALE: budgetScale } = config;
    stack.use(await startResolver({ bus, log, metrics, version, instance, config, concurrency, budgetScale }));
  },
});
