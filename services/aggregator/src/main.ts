import { openServiceBus } from "@token-sentiment/bus";
import { runService } from "@token-sentiment/runtime";
import { config } from "./config.ts";
import { startAggregator } from "./start-aggregator.ts";

await runService({
  name: "aggregator",
  config,
  async start(service) {
    const { stack, log, metrics } = service;
    const bus = await openServiceBus(service, "aggregator");
    stack.use(await startAggregator({ bus, log, metrics }));
  },
});
