import { brokerError, isNotFound } from "./broker-error.ts";
import type { Bus } from "./bus.ts";
import { differences } from "./differences.ts";
import { TopologyError } from "./errors.ts";
import { type ConsumerSpec, type StreamSpec, topology, type TopologySettings } from "./topology.ts";

/**
 * Makes or updates every stream, bucket and consumer, and checks the settings that came back. The provisioner alone may.
 * @throws TopologyError with a line for each setting that the broker did not take.
 */
export async function declareTopology(bus: Bus, settings: TopologySettings): Promise<{ created: string[]; updated: string[] }> {
  const report = { created: [] as string[], updated: [] as string[] };
  const { streams, consumers } = topology(settings);
  const problems: string[] = [];
  const note = (name: string, outcome: Outcome) => {
    if (outcome.made) report[outcome.made].push(name);
    problems.push(...outcome.problems);
  };
  try {
    for (const spec of streams) note(spec.name, await declareStream(bus, spec));
    for (const { stream, config } of consumers) note(config.durable_name, await declareConsumer(bus, stream, config));
  } catch (error) {
    throw brokerError(error, bus.role, "declare the topology");
  }
  if (problems.length > 0) {
    throw new TopologyError(
      `the broker did not take these settings; change them by hand or use a fresh broker:\n  ${problems.join("\n  ")}`,
    );
  }
  return report;
}

interface Outcome {
  made?: "created" | "updated";
  problems: string[];
}

const infoOf = async <T>(info: Promise<{ config: T }>): Promise<T | undefined> => {
  try {
    return (await info).config;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
};

async function declareStream(bus: Bus, spec: StreamSpec): Promise<Outcome> {
  const before = await infoOf(bus.jsm.streams.info(spec.name));
  if (!before)
    return { made: "created", problems: differences(spec.name, { wanted: spec, got: (await bus.jsm.streams.add(spec)).config }) };
  return update(spec.name, { wanted: spec, before, run: async () => (await bus.jsm.streams.update(spec.name, spec)).config });
}

async function declareConsumer(bus: Bus, stream: string, spec: ConsumerSpec): Promise<Outcome> {
  const name = spec.durable_name;
  const before = await infoOf(bus.jsm.consumers.info(stream, name));
  if (!before)
    return { made: "created", problems: differences(name, { wanted: spec, got: (await bus.jsm.consumers.add(stream, spec)).config }) };
  // Under load the broker answers an update with the settings of before: what it has taken is asked for.
  const run = async (): Promise<object> => {
    // The client lays an update over what is there, and the broker takes one filter or several, not both: what was there goes.
    await bus.jsm.consumers.update(stream, name, { filter_subject: "", filter_subjects: [], ...spec });
    return (await bus.jsm.consumers.info(stream, name)).config;
  };
  return update(name, { wanted: spec, before, run });
}

async function update(
  name: string,
  { wanted, before, run }: { wanted: object; before: object; run: () => Promise<object> },
): Promise<Outcome> {
  const stale = differences(name, { wanted, got: before });
  if (stale.length === 0) return { problems: [] };
  try {
    return { made: "updated", problems: differences(name, { wanted, got: await run() }) };
  } catch (error) {
    return { problems: stale.map((line) => `${line} (${error instanceof Error ? error.message : String(error)})`) };
  }
}
