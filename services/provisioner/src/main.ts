import { declareTopology, openBus } from "@token-sentiment/bus";
import { readSecretFile, runOnce } from "@token-sentiment/runtime";
import { config } from "./config.ts";

/** How long it waits for a broker before it says that there is none. */
const PATIENCE_MS = 15_000;

await runOnce({
  name: "provisioner",
  config,
  async run({ config: settings, log, stack }) {
    const seed = settings.NATS_NKEY_SEED_FILE && (await readSecretFile(settings.NATS_NKEY_SEED_FILE));
    const bus = stack.use(await openBus({ servers: settings.NATS_URL, role: "provisioner", seed, log, patienceMs: PATIENCE_MS }));
    const { PROVISIONER_REPLICAS: replicas, PROVISIONER_MAX_BYTES: maxBytes, GATEWAY_CAPACITY: capacity } = settings;
    log.info(await declareTopology(bus, { replicas, maxBytes, capacity }), "the broker is set up");
  },
});
