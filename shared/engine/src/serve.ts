import { openServiceBus } from "@token-sentiment/bus";
import { engineRole } from "@token-sentiment/contract";
import { runService } from "@token-sentiment/runtime";
import type { z } from "zod";
import type { Engine } from "./define-engine.ts";
import { serveEngine } from "./serve-engine.ts";
import { WorkerConfig } from "./worker-config.ts";

/** The whole main of an engine: `await serve(security)`. */
export async function serve<S extends z.ZodObject>(engine: Engine<S>): Promise<void> {
  const role = engineRole(engine.name);
  await runService({
    name: role,
    config: engine.config.safeExtend(WorkerConfig.shape),
    async start(service) {
      const { log, metrics, version, instance, stack } = service;
      const bus = await openServiceBus(service, role);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what safeExtend keeps of an open type parameter
      const config = service.config as unknown as z.infer<S> & z.infer<typeof WorkerConfig>;
      const { ENGINE_CONCURRENCY: concurrency, ENGINE_BUDGET_SCALE: budgetScale } = config;
      stack.use(await serveEngine(engine, { bus, log, metrics, version, instance, config, concurrency, budgetScale }));
    },
  });
}
