import { type Evidence, parseFact, type Payload, type Request, type Signal, subjects } from "@token-sentiment/contract";
import { type Bus, readJournal, readRow, writeFact } from "@token-sentiment/bus";
import { fold } from "@token-sentiment/model";
import { startBroker, type TestBroker } from "@token-sentiment/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { replica, submit } from "./fixtures.ts";

const ENGINES = ["security", "onchain", "sybil", "market"] as const;
const AT_ONCE = 40;

let broker: TestBroker;
let gateway: Bus;
let engines: Record<(typeof ENGINES)[number], Bus>;
beforeAll(async () => {
  broker = await startBroker({ topology: { maxBytes: 256 * 1024 * 1024 } });
  gateway = await broker.open("gateway");
  const [security, onchain, sybil, market] = await Promise.all(ENGINES.map((engine) => broker.open(`engine-${engine}`)));
  engines = { security: security!, onchain: onchain!, sybil: sybil!, market: market! };
});
afterAll(() => broker[Symbol.asyncDispose]());

const signal = (engine: string, n: number): Signal => ({
  code: `${engine}_${n}`,
  label: engine === "sybil" ? "SYBIL" : engine === "onchain" ? "ON-CHAIN" : engine === "market" ? "MARKET" : "SECURITY",
  text: `${engine} found ${n} of 17`,
  status: n % 4 === 0 ? "hit" : "clear",
  weights: { real_crash: (n % 7) / 10 - 0.3, false_fud: (n % 5) / 10 - 0.1, whale_manipulation: (n % 3) / 10 - 0.1 },
  reliability: 0.6 + (n % 4) / 10,
  ...(n % 3 === 0 ? { group: `group_${n % 4}` } : {}),
  severity: n % 3,
  source: n % 2 === 0 ? "eth_simulateV1" : "dexscreener",
  observed_at: 1_800_000_000_000,
  values: { found: n, posts: 80 },
});
/** The snapshot: the same words of each engine for every job, its signals in another order each time. */
const evidence = (engine: string, job_id: string, turn: number): Evidence => {
  const signals = Array.from({ length: 12 }, (_, n) => signal(engine, (n * 5 + turn) % 12));
  const measures = engine === "sybil" ? { chatter: 71, unique_author_ratio: 0.6 } : { event: 0.55 };
  return { job_id, engine, engine_version: "1", outcome: "observed", signals, measures, cached: false, observed_at: 0, elapsed_ms: 3 };
};

async function analyse(turn: number): Promise<Request> {
  const request = await submit(gateway, { expects: [...ENGINES] });
  const { job_id } = request;
  const order = ENGINES.map((_, n) => ENGINES[(n + turn) % ENGINES.length]!);
  await Promise.all(
    order.map((engine) =>
      writeFact(engines[engine], { kind: "evidence", subject: subjects.evidence(engine, job_id), value: evidence(engine, job_id, turn) }),
    ),
  );
  return request;
}

/** The row as the journal gives it, folded here. */
async function folded({ job_id }: Request) {
  const facts = await readJournal(gateway, job_id);
  const [request] = facts.filter(({ type }) => type?.includes("request"));
  const stored = facts.filter(({ type }) => type?.includes("evidence"));
  return fold({
    request: parseFact("request", request!),
    requestAt: request!.at,
    evidence: stored.map((fact) => ({ evidence: parseFact("evidence", fact), at: fact.at, seq: fact.seq })),
  });
}

const ANALYSES = 120;

test.each([1, 2, 4])(
  "with %i at work, all analyses of one snapshot give one payload, and every row is its journal's, byte for byte",
  async (replicas) => {
    await using stack = new AsyncDisposableStack();
    for (let n = 0; n < replicas; n++) stack.use(await replica(await broker.open("aggregator")));
    const requests: Request[] = [];
    for (let begin = 0; begin < ANALYSES; begin += AT_ONCE)
      requests.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => analyse(begin + n)))));
    const payloads = new Set<string>();
    await Promise.all(
      requests.map(async (request) => {
        await expect
          .poll(async () => (await readRow(gateway, request.job_id))?.row.status, { interval: 50, timeout: 20_000 })
          .toBe("completed");
        const stored = (await readRow(gateway, request.job_id))!;
        const again = await folded(request);
        expect(JSON.stringify(stored.row)).toBe(JSON.stringify(again.row));
        expect([stored.evidence, stored.model]).toEqual([again.used, again.modelVersion]);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is completed
        const {
          request_id: _id,
          pipeline_elapsed_ms: _ms,
          served_from_cache: _cache,
          ...same
        } = (stored.row as { payload: Payload }).payload;
        payloads.add(JSON.stringify(same));
      }),
    );
    expect(requests).toHaveLength(ANALYSES);
    expect(payloads.size).toBe(1);
  },
);
