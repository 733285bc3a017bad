import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { consume, readRequest, writeFact, writeRow } from "@token-sentiment/bus";
import { durables, engineRole, type Evidence, streams, subjects } from "@token-sentiment/contract";
import { freePort, startConstellation } from "@token-sentiment/local";
import { startBroker, type TestBroker } from "@token-sentiment/testing";
import type { Bench, BenchRow } from "./bench.ts";
import { collectGarbage } from "./collect-garbage.ts";
import { type WatchedBroker, watchBroker } from "./watched-broker.ts";

const WAITERS = 1000;
const KIB = 1024;
const AGAIN_MS = 200;
const PEPE = "0x6982508145454ce325ddbe47a25d4ec3d2311933";

/** A way to wait, and over how many jobs. */
interface Side {
  what: string;
  path: string;
  way: "long_poll" | "stream";
  jobs: number;
}

const sides: readonly Side[] = [
  { what: "1,000 long-polls of 20 jobs", path: "?wait=25", way: "long_poll", jobs: 20 },
  { what: "1,000 streams of 20 jobs", path: "/events", way: "stream", jobs: 20 },
  { what: "1,000 streams of one job", path: "/events", way: "stream", jobs: 1 },
];

/** A gateway of its own process, with what is needed to look into it. */
interface Measured extends AsyncDisposable {
  broker: TestBroker;
  watched: WatchedBroker;
  url: string;
  /** Accepts a job, on which one engine has spoken. */
  accept(): Promise<string>;
  /** Memory after a collection, in KiB, and how many wait. */
  look(): Promise<{ rss: number; heap: number; waiters: Record<string, number> }>;
}

const evidenceOf = (job_id: string): Evidence => ({
  job_id,
  engine: "security",
  engine_version: "1.0.0",
  outcome: "unavailable",
  reason: "the node is down",
  signals: [],
  measures: {},
  cached: false,
  observed_at: 1_800_000_000_000,
  elapsed_ms: 40,
});

async function open(): Promise<Measured> {
  await using opening = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "tsa-bench-"));
  opening.defer(() => rm(dataDir, { recursive: true, force: true }));
  const broker = opening.use(await startBroker());
  const watched = opening.use(await watchBroker(broker.url));
  const aggregator = await broker.open("aggregator");
  const security = await broker.open(engineRole("security"));
  const held = Promise.withResolvers<void>();
  const work = { stream: streams.analysis, durable: durables.requests, concurrency: 500, beatMs: 5000, graceMs: 100 };
  opening.use(await consume(aggregator, work, () => held.promise));
  opening.defer(() => held.resolve());
  const inspector = await freePort();
  let probe = 0;
  const all = opening.use(
    await startConstellation({
      dataDir,
      services: ["gateway"],
      nats: { url: watched.url, keysDir: dirname(broker.seedFile("gateway")) },
      env: { NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` },
      onLog: (_service, { msg, probe_port }) => void (msg === "ready" && (probe = Number(probe_port))),
    }),
  );
  const headers = { "content-type": "application/json", authorization: `Bearer ${all.key}` };
  const stack = opening.move();
  return {
    broker,
    watched,
    url: all.url,
    async accept() {
      const body = JSON.stringify({ coin_symbol: "PEPE", contract_address: PEPE });
      const answer = await fetch(`${all.url}/api/agent`, { method: "POST", headers, body });
      if (answer.status !== 202) throw new Error(`POST answered ${answer.status}: ${await answer.text()}`);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's answer
      const { job_id } = (await answer.json()) as { job_id: string };
      await writeFact(security, { kind: "evidence", subject: subjects.evidence("security", job_id), value: evidenceOf(job_id) });
      return job_id;
    },
    async look() {
      await collectGarbage(inspector);
      const rss = Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${all.pids()["gateway"]}/status`, "utf8"))?.[1]);
      const text = await (await fetch(`http://127.0.0.1:${probe}/metrics`)).text();
      const heap = Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1]) / KIB;
      const waiters = [...text.matchAll(/^tsa_gateway_waiters\{way="(\w+)"\} (\d+)/gm)].map(([, way, n]) => [way, Number(n)] as const);
      return { rss, heap, waiters: Object.fromEntries(waiters) };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Asks, reads to the end and resolves to the status and to whether the end was told. */
const askAt = (url: string, agent: Agent): Promise<{ status: number; told: boolean }> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, told: text.includes('"status":"failed"') })).on("error", reject);
    }).on("error", reject);
  });

/** Waits at `url`, again while the gateway says that it is too busy for more: on a machine with other work a thousand at once may be. */
async function waitAt(url: string, agent: Agent): Promise<boolean> {
  for (;;) {
    const { status, told } = await askAt(url, agent);
    if (status !== 503) return told;
    await delay(AGAIN_MS);
  }
}

async function measure({ path, way, jobs }: Side): Promise<Record<string, string>> {
  await using measured = await open();
  const { broker, watched, url } = measured;
  const ids: string[] = [];
  for (let n = 0; n < jobs; n++) ids.push(await measured.accept());
  const agent = new Agent({ keepAlive: false });
  // Warm: what is loaded once is no waiter's.
  const warm = await Promise.all(ids.map((id) => fetch(`${url}/api/agent/${id}?wait=1`).then((answer) => answer.status)));
  if (warm.some((status) => status !== 200)) throw new Error("a job cannot be read");
  const before = { ...(await measured.look()), subscriptions: watched.subscriptions() };
  const answers = Array.from({ length: WAITERS }, (_, n) => waitAt(`${url}/api/agent/${ids[n % jobs]}${path}`, agent));
  let during = await measured.look();
  while (during.waiters[way] !== WAITERS) {
    await delay(100);
    during = await measured.look();
  }
  // A read of the journal has a subscription of its own while it lasts: what stays is the least that is seen.
  let subscriptions = watched.subscriptions();
  for (let looks = 0; looks < 20; looks++) {
    await delay(100);
    subscriptions = Math.min(subscriptions, watched.subscriptions());
  }
  const aggregator = await broker.open("aggregator");
  const gateway = await broker.open("gateway");
  const requests = await Promise.all(ids.map(async (id) => ({ id, requestAt: (await readRequest(gateway, id))?.at ?? 0 })));
  const began = performance.now();
  await Promise.all(
    requests.map(({ id, requestAt }) => {
      const row = { job_id: id, status: "failed", error: "the node is down" } as const;
      return writeRow(aggregator, id, { row, requestAt, expectedRevision: 0, model: "bench", evidence: [] });
    }),
  );
  const written = performance.now() - began;
  const told = (await Promise.all(answers)).filter(Boolean).length;
  const answered = performance.now() - began;
  const after = await measured.look();
  const each = (value: number): string => `${(value / WAITERS).toFixed(1)} KiB`;
  return {
    "told the end": String(told),
    "RSS each": each(during.rss - before.rss),
    "heap each": each(during.heap - before.heap),
    "heap each afterwards": each(after.heap - before.heap),
    "broker subscriptions": String(subscriptions - before.subscriptions),
    "rows written": `${written.toFixed(0)} ms`,
    "all answered": `${answered.toFixed(0)} ms`,
  };
}

/** What those who wait for a job cost a gateway, and how soon they all know. */
export const bench: Bench = {
  title: "a gateway process with 1,000 clients that wait (memory after a collection; clients in the bench's process on the same cores)",
  async run(say) {
    const rows: BenchRow[] = [];
    for (const side of sides) {
      say(side.what);
      rows.push({ what: side.what, figures: await measure(side) });
    }
    return rows;
  },
};
