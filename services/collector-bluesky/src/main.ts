import { openServiceBus } from "@token-sentiment/bus";
import { COLLECTOR } from "@token-sentiment/contract";
import { runService } from "@token-sentiment/runtime";
import { Config } from "./config.ts";
import { startCollector } from "./start-collector.ts";

const HOUR_MS = 3_600_000;

await runService({
  name: "collector-bluesky",
  config: Config,
  async start(service) {
    const { config, log, metrics, stack } = service;
    const bus = await openServiceBus(service, COLLECTOR);
    const hosts = config.ENGINE_BLUESKY_JETSTREAM_URL;
    if (hosts.length === 0) log.warn("no Jetstream host is configured: nothing is collected");
    else stack.use(await startCollector({ bus, log, metrics, hosts, backfillMs: config.COLLECTOR_BACKFILL_HOURS * HOUR_MS }));
    return { hosts: hosts.length };
  },
});
