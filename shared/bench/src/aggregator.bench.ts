import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { doorbells, enginesFor, engineRole, parseFact, subjects } from "@token-sentiment/contract";
import { type Bus, readJournal, readRow, subscribeDoorbell, writeFact } from "@token-sentiment/bus";
import { fold } from "@token-sentiment/model";
import { startBroker } from "@token-sentiment/testing";
import { evidenceOf, requestOf } from "./aggregator/evidence.ts";
import { type Bench, type BenchRow, median, quantile } from "./bench.ts";
import { startChild } from "./child.ts";
import { cpuMs } from "./cpu.ts";

const JOBS = 600;
const WARM = 100;
const AT_ONCE = 32;
const SIGNALS = 24;
const ENGINES = enginesFor("1");
const AGGREGATOR = new URL("../../../services/aggregator/src/main.ts", import.meta.url).pathname;

/** The bytes of the row, and of the fold of the journal that it names, read and folded here. */
async function isOfItsJournal(gateway: Bus, job: string): Promise<boolean> {
  const [row, facts] = await Promise.all([readRow(gateway, job), readJournal(gateway, job)]);
  const request = facts.find(({ type }) => type?.includes("request"));
  const evidence = facts
    .filter(({ type }) => type?.includes("evidence"))
    .map((fact) => ({ evidence: parseFact("evidence", fact), at: fact.at, seq: fact.seq }));
  if (!row || !request) return false;
  const again = fold({ request: parseFact("request", request), requestAt: request.at, evidence });
  return JSON.stringify(row.row) === JSON.stringify(again.row);
}

async function measure(replicas: number): Promise<BenchRow> {
  await using stack = new AsyncDisposableStack();
  const broker = stack.use(await startBroker({ topology: { capacity: 1000, maxBytes: 512 * 2 ** 20 } }));
  const gateway = await broker.open("gateway");
  const engines = await Promise.all(ENGINES.map(async (name) => ({ name, bus: await broker.open(engineRole(name)) })));
  const env = { NATS_URL: broker.url, NATS_NKEY_SEED_FILE: broker.seedFile("aggregator"), PROBE_PORT: "0", LOG_LEVEL: "info" };
  const pids: number[] = [];
  for (let n = 0; n < replicas; n++)
    pids.push(stack.use(await startChild(process.execPath, [AGGREGATOR], { ready: '"msg":"ready"', env })).pid);

  const rung = new EventTarget();
  stack.use(subscribeDoorbell(gateway, doorbells.jobs, (subject) => void rung.dispatchEvent(new Event(doorbells.jobOf(subject)))));
  const settle = async (seed: number): Promise<{ job: string; ms: number }> => {
    const job = randomUUID();
    const begin = performance.now();
    const end = once(rung, job);
    const request = requestOf(job, ENGINES);
    await writeFact(gateway, { kind: "request", subject: subjects.request("1", job), value: request, oncePer: subjects.requestOf(job) });
    await Promise.all(
      engines.map(({ name, bus }) =>
        writeFact(bus, {
          kind: "evidence",
          subject: subjects.evidence(name, job),
          value: evidenceOf(name, job, { signals: SIGNALS, seed }),
        }),
      ),
    );
    await end;
    return { job, ms: performance.now() - begin };
  };
  const run = async (jobs: number) => {
    const results: { job: string; ms: number }[] = [];
    let next = 0;
    const client = async (): Promise<void> => {
      while (next < jobs) results.push(await settle(next++));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    return results;
  };

  await run(WARM);
  const cpu = (): number => pids.reduce((sum, pid) => sum + cpuMs(pid), 0);
  const [before, begin] = [cpu(), performance.now()];
  const results = await run(JOBS);
  const [used, elapsed] = [cpu() - before, performance.now() - begin];
  let same = 0;
  for (const { job } of results) if (await isOfItsJournal(gateway, job)) same++;
  const times = results.map(({ ms }) => ms);
  return {
    what: `${replicas} ${replicas === 1 ? "replica" : "replicas"}`,
    figures: {
      "jobs/s": ((1000 * JOBS) / elapsed).toFixed(0),
      "aggregators' CPU a job": `${(used / JOBS).toFixed(2)} ms`,
      "submit to row p50 / p99": `${median(times).toFixed(0)} / ${quantile(times, 0.99).toFixed(0)} ms`,
      "rows that are their journal's fold, byte for byte": `${same} of ${JOBS}`,
    },
  };
}

/** What replicas of the aggregator add, with no gateway and with engines that have answered already. */
export const bench: Bench = {
  title: `${ENGINES.length} engines of ${SIGNALS} signals answer at once, ${AT_ONCE} jobs at a time; each replica a process of its own, the clients in this one`,
  async run(say) {
    const rows: BenchRow[] = [];
    for (const replicas of [1, 2, 4]) {
      say(`${replicas} replica(s)`);
      rows.push(await measure(replicas));
    }
    return rows;
  },
};
