import { readFile } from "node:fs/promises";
import type { Role } from "@token-sentiment/contract";
import { assertTopology, checkTopology } from "./assert-topology.ts";
import { type Bus, type BusEvent, busEvents, type BusLog, type Tracing } from "./bus.ts";
import { openBus } from "./open-bus.ts";

/** The part of a running service (the runtime's `Service`) that the bus needs. */
export interface BusHost {
  config: { NATS_URL: string; NATS_NKEY_SEED_FILE?: string | undefined };
  log: BusLog;
  tracing: Tracing;
  metrics: {
    counter(
      name: `tsa_${string}`,
      help: string,
      options: { labels: readonly ["event"] },
    ): { inc(labels: { event: BusEvent }, by?: number): void };
  };
  stack: AsyncDisposableStack;
  draining: AbortSignal;
  readyWhen(name: string, check: () => Promise<string | undefined>): void;
}

/**
 * The bus of a service: connects its role, waits for the provisioner, checks settings, adds its readiness and its counter, and closes
 * with the service's stack. Throws like `openBus` and `assertTopology`.
 */
export async function openServiceBus(host: BusHost, role: Role): Promise<Bus> {
  const { config, log, tracing, metrics, stack } = host;
  const events = metrics.counter(
    "tsa_bus_events_total",
    "What happened on the broker connection beside its work: disconnect, reconnect, forbidden, error, forged, dropped, handler_failed, conflict.",
    { labels: ["event"] },
  );
  // A series that begins with its first event has not increased yet: whoever watches for one event would miss it.
  for (const event of busEvents) events.inc({ event }, 0);
  const bus = await openBus({
    servers: config.NATS_URL,
    role,
    seed: config.NATS_NKEY_SEED_FILE && (await readFile(config.NATS_NKEY_SEED_FILE, "utf8")),
    log,
    tracing,
    count: (event) => events.inc({ event }),
  });
  stack.use(bus);
  host.readyWhen("broker", async () => (bus.connected ? await checkTopology(bus) : "not connected to the broker"));
  await assertTopology(bus, host.draining);
  return bus;
}
