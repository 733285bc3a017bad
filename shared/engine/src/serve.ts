import { assertTopology, checkTopology, openBus } from "@token-sentiment/bus";
import { engineRole } from "@token-sentiment/contract";
import { readSecretFile, runService } from "@token-sentiment/runtime";
import { z } from "zod";
import type { Engine } from "./define-engine.ts";
import { serveEngine } from "./serve-engine.ts";

/** The environment of every engine. */
const EngineConfig = z.object({ ENGINE_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(8) });

/** The whole main of an engine: `await serve(security)`. */
export async function serve<S extends z.ZodObject>(engine: Engine<S>): Promise<void> {
  const role = engineRole(engine.name);
  await runService({
    name: role,
    config: engine.config.safeExtend(EngineConfig.shape),
    async start({ config, log, metrics, version, instance, stack, draining, tracing, readyWhen }) {
      const seedFile = config.NATS_NKEY_SEED_FILE;
      const seed = seedFile === undefined ? undefined : await readSecretFile(seedFile);
      const bus = stack.use(await openBus({ servers: config.NATS_URL, role, seed, log, tracing }));
      readyWhen("broker", async () => (bus.connected ? undefined : "not connected"));
      readyWhen("consumer", () => checkTopology(bus));
      await assertTopology(bus, draining);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what safeExtend keeps of an open type parameter
      const own = config as unknown as z.infer<S> & z.infer<typeof EngineConfig>;
      stack.use(await serveEngine(engine, { bus, log, metrics, version, instance, config: own, concurrency: own.ENGINE_CONCURRENCY }));
    },
  });
}
