import { type Bus, readJournal, readRow } from "@token-sentiment/bus";
import { engineRole, Evidence, Request, subjectParts } from "@token-sentiment/contract";
import { chance } from "@token-sentiment/testing";
import { expect, test } from "vitest";
import { aftermath, audit } from "../src/audit.ts";
import { type Load, startLoad } from "../src/load.ts";
import { watchRows } from "../src/witness.ts";
import { NEXT, startWorld } from "../src/world.ts";

const CLIENTS = 16;
/** Of jobs of which nothing is known yet, so many at a look. */
const LOOKED_AT = 40;
const ENGINE = "security";
const engine = engineRole(ENGINE);

type Release = "old" | "next";
const releaseOf = (isNext: boolean): Release => (isNext ? "next" : "old");

/** Which release of gateway, engine and aggregator made a finished job; by which member each wrote that this release does not know. */
async function makersOf(gateway: Bus, jobId: string): Promise<{ request: Release; evidence: Release; row: Release } | undefined> {
  const [facts, stored] = await Promise.all([readJournal(gateway, jobId), readRow(gateway, jobId)]);
  const valueOf = (kind: string, scope?: string) =>
    facts.find(({ subject }) => subjectParts(subject).kind === kind && [undefined, subjectParts(subject).scope].includes(scope))?.value;
  const [request, evidence] = [Request.safeParse(valueOf("request")), Evidence.safeParse(valueOf("evidence", ENGINE))];
  if (!request.success || !evidence.success || stored?.row.status !== "completed") return undefined;
  const added = (value: object) => "added_by_the_next_release" in value;
  expect(added(evidence.data)).toBe(evidence.data.engine_version === NEXT);
  expect(added(stored.row.payload)).toBe(stored.model === NEXT);
  return {
    request: releaseOf(added(request.data)),
    evidence: releaseOf(added(evidence.data)),
    row: releaseOf(added(stored.row.payload)),
  };
}

/** Looks at finished jobs as they come, each once. */
function makers(gateway: Bus, load: Load) {
  const looked = new Set<string>();
  const seen = new Map<string, number>();
  return async (): Promise<string[]> => {
    const fresh = load.jobs.flatMap(({ jobId, endedAt }) => (jobId !== undefined && endedAt > 0 && !looked.has(jobId) ? [jobId] : []));
    for (const made of await Promise.all(
      fresh.slice(-LOOKED_AT).map((jobId) => {
        looked.add(jobId);
        return makersOf(gateway, jobId);
      }),
    ))
      if (made) {
        const name = `${made.request} gateway, ${made.evidence} engine, ${made.row} aggregator`;
        seen.set(name, (seen.get(name) ?? 0) + 1);
      }
    return [...seen.keys()];
  };
}

const both = ["old", "next"] as const;
const everyMix = both.flatMap((request) =>
  both.flatMap((evidence) => both.map((row) => `${request} gateway, ${evidence} engine, ${row} aggregator`)),
);

test(
  "gateway, engine and aggregator go to the next release under load, old and new side by side: no job is lost, none degraded, each has one verdict",
  { timeout: 240_000 },
  async () => {
    await using stack = new AsyncDisposableStack();
    const world = stack.use(await startWorld({ nodes: 1, capacity: 128 }));
    const gateway = stack.use(await world.open("gateway"));
    const witness = stack.use(watchRows(gateway));
    const random = chance(7);
    let loading = true;
    const load = startLoad({
      urls: () => world.all.urls,
      key: world.all.key,
      random,
      atOnce: CLIENTS,
      goOn: () => loading,
      symbol: () => `W${Math.floor(random() * 400)}`,
    });
    stack.defer(() => void (loading = false));
    const ended = (): number => load.jobs.filter(({ endedAt }) => endedAt > 0).length;
    await expect.poll(ended, { timeout: 60_000 }).toBeGreaterThan(CLIENTS);

    // As the manifests have it: the new one is ready before an old one is told to leave. Gateways share their list of addresses.
    const replaced = async (name: string): Promise<void> => {
      await world.all.stop(name);
      await world.startNext(name);
    };
    await Promise.all([world.startNext(`${engine}-2`), world.startNext("aggregator-3"), replaced("gateway-2")]);
    const mixes = makers(gateway, load);
    await expect.poll(mixes, { timeout: 60_000 }).toEqual(expect.arrayContaining(everyMix));

    const oldAggregators = async (): Promise<void> => {
      await Promise.all([world.all.stop("aggregator"), world.startNext("aggregator-4")]);
      await world.all.stop("aggregator-2");
    };
    await Promise.all([world.all.stop(engine), oldAggregators(), replaced("gateway")]);
    const untilHere = load.jobs.length;
    const isNew = async (): Promise<number> => load.jobs.slice(untilHere).filter(({ endedAt }) => endedAt > 0).length;
    await expect.poll(isNew, { timeout: 60_000 }).toBeGreaterThan(CLIENTS);
    loading = false;
    await load.done;

    const { judged, endings, lost, doubled, broken, stuck, longestMs } = await audit(world, { jobs: load.jobs, witness });
    expect({ lost, doubled, broken, stuck }).toEqual({ lost: [], doubled: [], broken: [], stuck: [] });
    expect(endings).toEqual({ completed: judged.length, degraded: 0, failed: 0, none: 0 });
    expect(await aftermath(world, judged)).toEqual({ inexact: [], unworked: {} });
    const afterwards = await Promise.all(load.jobs.slice(untilHere).map(({ jobId = "" }) => makersOf(gateway, jobId)));
    expect(afterwards).toEqual(afterwards.map(() => ({ request: "next", evidence: "next", row: "next" })));
    process.stdout.write(
      `  ${judged.length} jobs over a rolling update, none lost, degraded or doubled; the longest took ${longestMs} ms\n`,
    );
  },
);
