import { setTimeout as delay } from "node:timers/promises";
import {
  bucketStream,
  COLLECTOR,
  durables,
  NOTIFIER,
  type PlatformRole,
  platformRoles,
  type Role,
  streams,
} from "@token-sentiment/contract";
import { brokerError, isNotFound } from "./broker-error.ts";
import type { Bus } from "./bus.ts";
import { differences } from "./differences.ts";
import { ForbiddenError, TopologyError } from "./errors.ts";
import { chosen, topology } from "./topology.ts";

interface Bound {
  streams: string[];
  consumers: string[];
}

/** What each platform role, the collector and the notifier work with; a worker works with its own consumer (its account sees no stream). */
const boundBy: Record<PlatformRole | typeof COLLECTOR | typeof NOTIFIER, Bound> = {
  provisioner: { streams: [], consumers: [] },
  gateway: {
    streams: [
      streams.analysis,
      streams.history,
      streams.usage,
      streams.webhooks,
      ...(["jobs", "keys", "payments"] as const).map(bucketStream),
    ],
    consumers: [durables.requests, durables.finals],
  },
  aggregator: {
    streams: [streams.analysis, bucketStream("jobs"), bucketStream("presence")],
    consumers: [durables.requests],
  },
  operator: { streams: [bucketStream("keys")], consumers: [] },
  collector: { streams: [streams.posts, streams.talk], consumers: [] },
  notifier: { streams: [], consumers: [durables.notifier] },
};

/** What `role` must find on the broker. */
const boundTo = (role: Role): Bound => {
  const known = role === COLLECTOR || role === NOTIFIER ? role : platformRoles.find((one) => one === role);
  // A worker's durable is called as its role.
  return known ? boundBy[known] : { streams: [], consumers: [role] };
};

const RETRY_MS = 500;

/**
 * Waits until what this role works with is there, and checks its settings.
 * @throws TopologyError when they are not this release's (run the provisioner), ForbiddenError when the role may not look.
 */
export async function assertTopology(bus: Bus, signal?: AbortSignal): Promise<void> {
  let said = "";
  for (;;) {
    const problem = await checkTopology(bus);
    if (problem === undefined) return;
    if (problem !== said) bus.log.warn({ reason: problem }, "waiting for the provisioner");
    said = problem;
    await delay(RETRY_MS, undefined, { ...(signal && { signal }) });
  }
}

/** One look: undefined when all is there, else what is missing. Throws like `assertTopology`. */
export async function checkTopology(bus: Bus): Promise<string | undefined> {
  const wanted = topology({ replicas: 1, capacity: 1, maxBytes: 1 });
  const bound = boundTo(bus.role);
  const problems: string[] = [];
  let looking = "";
  try {
    for (const spec of wanted.streams.filter(({ name }) => bound.streams.includes(name))) {
      looking = `stream ${spec.name}`;
      problems.push(...differences(spec.name, { wanted: spec, got: (await bus.jsm.streams.info(spec.name)).config, ignore: chosen }));
    }
    for (const { stream, config } of wanted.consumers.filter((c) => bound.consumers.includes(c.config.durable_name))) {
      looking = `consumer ${config.durable_name}`;
      problems.push(
        ...differences(config.durable_name, {
          wanted: config,
          got: (await bus.jsm.consumers.info(stream, config.durable_name)).config,
          ignore: chosen,
        }),
      );
    }
  } catch (error) {
    if (isNotFound(error)) return `${looking} does not exist yet`;
    const said = brokerError(error, bus.role, `look at ${looking}`);
    if (said instanceof ForbiddenError) throw said;
    return said.message;
  }
  if (problems.length === 0) return undefined;
  throw new TopologyError(`the broker is set up for another release; run the provisioner of this one:\n  ${problems.join("\n  ")}`);
}
