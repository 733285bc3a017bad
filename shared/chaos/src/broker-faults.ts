import { setTimeout as delay } from "node:timers/promises";
import { bucketStream, bucketSubject, durables, engineRole, streams } from "@token-sentiment/contract";
import type { BrokerNode } from "./broker-nodes.ts";
import { between, type Fault, pick } from "./fault.ts";
import type { World } from "./world.ts";

const first = ({ broker }: World): BrokerNode => broker.nodes[0]!;

async function down(nodes: readonly BrokerNode[], signal: "SIGKILL" | "SIGTERM", ms: number): Promise<void> {
  await Promise.all(nodes.map((node) => node.kill(signal)));
  await delay(ms);
  await Promise.all(nodes.map((node) => node.restart()));
}

async function frozen(node: BrokerNode, ms: number): Promise<void> {
  await node.kill("SIGSTOP");
  await delay(ms);
  await node.kill("SIGCONT");
}

/** What a network between services and broker does; `role` undefined = to all of them. */
const network = (name: string, run: (proxy: NonNullable<World["proxy"]>, random: () => number) => Promise<void>): Fault => ({
  name,
  needs: "one node",
  run: async ({ proxy }, random) => {
    if (proxy) await run(proxy, random);
  },
});

type Durable = readonly [stream: string, durable: string];
/** Whose loss stops work: the aggregators', an engine's, that of the gateways' work after the end. */
const CONSUMERS: readonly [Durable, ...Durable[]] = [
  [streams.analysis, durables.requests],
  [streams.analysis, engineRole("security")],
  [bucketStream("jobs"), durables.finals],
];

/** The broker of one node, and the way to it. */
export const brokerFaults: readonly Fault[] = [
  { name: "kill -9 of the broker", needs: "one node", run: (world, random) => down([first(world)], "SIGKILL", between(random, 0, 2000)) },
  { name: "SIGTERM to the broker", needs: "one node", run: (world, random) => down([first(world)], "SIGTERM", between(random, 0, 1000)) },
  { name: "the broker stands still for 5 s", needs: "one node", run: (world) => frozen(first(world), 5000) },
  {
    name: "a consumer is gone from the broker",
    needs: "one node",
    async run(world, random) {
      const node = first(world);
      await node.kill("SIGKILL");
      await node.forget(...pick(random, CONSUMERS));
      await node.restart();
      await delay(between(random, 1000, 3000));
      // The one thing that somebody must do: services wait for it, and say so.
      await world.provision();
    },
  },
  network("every connection is cut", async (proxy) => proxy.sever()),
  network("the network to the aggregators stands still", async (proxy, random) => {
    using _stall = proxy.stall("aggregator");
    await delay(between(random, 1000, 5000));
  }),
  network("acknowledgements are lost", async (proxy, random) => {
    using _loss = proxy.losePublished("$JS.ACK.");
    await delay(between(random, 1000, 4000));
  }),
  network("answers to the rows' compare-and-set are lost", async (proxy, random) => {
    using _loss = proxy.loseAnswers(bucketSubject("jobs", ""));
    await delay(between(random, 500, 2500));
  }),
  network("answers to requests and evidence are lost", async (proxy, random) => {
    using _loss = proxy.loseAnswers("analysis.");
    await delay(between(random, 500, 2500));
  }),
];

/** A cluster of three. */
export const clusterFaults: readonly Fault[] = [
  {
    name: "kill -9 of the leader",
    needs: "three nodes",
    againWithinMs: 10_000,
    run: async ({ broker }, random) => down([await broker.leader()], "SIGKILL", between(random, 1000, 6000)),
  },
  {
    name: "SIGTERM to the leader",
    needs: "three nodes",
    run: async ({ broker }, random) => down([await broker.leader()], "SIGTERM", between(random, 1000, 6000)),
  },
  { name: "the leader stands still for 6 s", needs: "three nodes", run: async ({ broker }) => frozen(await broker.leader(), 6000) },
  {
    name: "two of three nodes down",
    needs: "three nodes",
    refusesWithinMs: 3500,
    run: ({ broker }, random) => down(broker.nodes.slice(0, 2), "SIGKILL", between(random, 5000, 8000)),
  },
];
