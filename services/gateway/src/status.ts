import { type ConsumerLoad, BrokerUnreachableError } from "@token-sentiment/bus";
import { Presence, workerOf, workerRoles } from "@token-sentiment/contract";
import { z } from "zod";

const Circuit = z.enum(["closed", "half-open", "open"]);

/** 200 of `GET /status`: what works now. `down` = submissions are refused; `degraded` = verdicts lack somebody's evidence. */
export const StatusView = z.strictObject({
  status: z.enum(["ok", "degraded", "down"]),
  /** Broker time of the look, epoch ms. */
  checked_at: z.int(),
  broker: z.enum(["reachable", "unreachable"]),
  /** True when somebody takes accepted analyses; null = not known. */
  queue_worked: z.boolean().nullable(),
  /** Analyses that are not final; null = not known. */
  open_jobs: z.int().nonnegative().nullable(),
  /** The engines and the resolver; null = not known. */
  workers: z
    .array(
      z.strictObject({
        name: z.string(),
        /** Processes that said within 10 s that they are there. */
        instances: z.int().nonnegative(),
        versions: z.array(z.string()),
        /** The worst circuit of each upstream over all processes: `open` is given up for a while. */
        upstreams: z.record(z.string(), Circuit),
      }),
    )
    .nullable(),
});
export type StatusView = z.infer<typeof StatusView>;
type Worker = NonNullable<StatusView["workers"]>[number];

/** Every name that presence is expected of. */
const expected = workerRoles.flatMap((role) => workerOf(role) ?? []);
const gravity = (circuit: string | undefined): number => Circuit.options.findIndex((one) => one === circuit);

function workerOfName(name: string, present: readonly Presence[]): Worker {
  const mine = present.filter(({ engine }) => engine === name);
  const upstreams: Worker["upstreams"] = {};
  for (const [upstream, circuit] of mine.flatMap((one) => Object.entries(one.upstreams))) {
    if (gravity(circuit) > gravity(upstreams[upstream])) upstreams[upstream] = circuit;
  }
  return { name, instances: mine.length, versions: [...new Set(mine.map(({ version }) => version))].toSorted(), upstreams };
}

/** What presence and the queue say together. */
function statusOf(load: ConsumerLoad, presence: readonly unknown[], now: number): StatusView {
  const present = presence.flatMap((value) => Presence.safeParse(value).data ?? []);
  const workers = expected.map((name) => workerOfName(name, present));
  const whole = workers.every(({ instances, upstreams }) => instances > 0 && Object.values(upstreams).every((one) => one === "closed"));
  const queue_worked = load.waiting > 0;
  const status = queue_worked ? (whole ? "ok" : "degraded") : "down";
  return { status, checked_at: now, broker: "reachable", queue_worked, open_jobs: load.outstanding, workers };
}

/** What can be said without the broker. */
const unreachable = (now: number): StatusView => ({
  status: "down",
  checked_at: now,
  broker: "unreachable",
  queue_worked: null,
  open_jobs: null,
  workers: null,
});

/** What a look needs; `now` is broker time, `steady` any steady clock, both in ms. */
export interface StatusOptions {
  load: () => Promise<ConsumerLoad>;
  presence: () => Promise<readonly unknown[]>;
  now: () => number;
  steady?: () => number;
}

const FRESH_MS = 1000;

/** One look a second, shared by everybody who asks. A broker that does not answer is `down`; any other failure is thrown. */
export function createStatus({ load, presence, now, steady = () => performance.now() }: StatusOptions): () => Promise<StatusView> {
  let shared: Promise<StatusView> | undefined;
  let until = -Infinity;
  const look = async (): Promise<StatusView> => {
    try {
      const [seen, present] = await Promise.all([load(), presence()]);
      return statusOf(seen, present, now());
    } catch (error) {
      if (error instanceof BrokerUnreachableError) return unreachable(now());
      throw error;
    }
  };
  return async () => {
    if (shared && steady() < until) return await shared;
    until = Infinity;
    const mine = look().finally(() => (until = steady() + FRESH_MS));
    shared = mine;
    return await mine;
  };
}
