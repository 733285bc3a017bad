import { randomUUID } from "node:crypto";
import { type Bus, consume, HandBackError, openBucket, writeFact } from "@token-sentiment/bus";
import { durables, type EngineName, Evidence, roster, streams, subjects, timing } from "@token-sentiment/contract";

/** Deliveries that an engine's process did not survive, or so it looks to the next one; the broker gives up after 10. */
const DELIVERIES = 8;
const ADDRESSES = { solana: "So11111111111111111111111111111111111111112", other: "0x6982508145454ce325ddbe47a25d4ec3d2311933" };

/** One attempt, and what it takes to come and go. */
export const BUDGET_MS = timing.absentMs;

/** Where the requests of a run come from. */
export interface Asking {
  engine: EngineName;
  gateway: Bus;
  resolver: Bus;
  /** The engine's own account. */
  own: Bus;
  /** How long after a question its answer may come, by the broker's clock, ms. */
  budgetMs: number;
}

/** What a request and a token say of the same job. */
const about = (engine: EngineName) => {
  const [chain_id] = roster[engine].chains;
  return { job_id: randomUUID(), chain_id, coin_symbol: "ANY", contract_address: ADDRESSES[chain_id === "solana" ? "solana" : "other"] };
};

/** Publishes a request and says its job. */
export async function ask({ engine, gateway, budgetMs }: Asking, extra: object = {}): Promise<string> {
  const job = about(engine);
  const value = { ...job, request_id: job.job_id, caller: "conformance", expects: [engine], budget_ms: budgetMs, ...extra };
  await writeFact(gateway, { kind: "request", subject: subjects.request(job.chain_id, job.job_id), value });
  return job.job_id;
}

/** Publishes a symbol's token, as the resolver does. */
export async function askByToken({ engine, resolver }: Asking): Promise<string> {
  const job = about(engine);
  const value = { ...job, ambiguous: false, candidates: [], source: "conformance" };
  await writeFact(resolver, { kind: "token", subject: subjects.token(job.chain_id, job.job_id), value });
  return job.job_id;
}

/** A request that came eight times and was never answered. */
export async function askDeadly(asking: Asking): Promise<string> {
  const job = await ask(asking);
  const last = Promise.withResolvers<void>();
  let deliveries = 0;
  const consumed = { stream: streams.analysis, durable: durables.engine(asking.engine), concurrency: 1, beatMs: 3000, graceMs: 0 };
  await using _ = await consume(asking.own, consumed, async () => {
    deliveries += 1;
    if (deliveries < DELIVERIES) throw new HandBackError("not now");
    last.resolve();
    // Held until the consumer is disposed, which hands it back.
    await new Promise(() => undefined);
  });
  await last.promise;
  return job;
}

/** A request that an earlier process answered without acknowledging it; and its answer. */
export async function askAnswered(asking: Asking): Promise<{ job: string; evidence: Evidence }> {
  const { engine, own } = asking;
  const job = await ask(asking);
  const evidence = Evidence.parse({
    job_id: job,
    engine,
    engine_version: "an earlier one",
    outcome: "unavailable",
    reason: "the answer of an earlier process",
    signals: [],
    measures: {},
    cached: false,
    observed_at: 0,
    elapsed_ms: 0,
  });
  await writeFact(own, { kind: "evidence", subject: subjects.evidence(engine, job), value: evidence });
  return { job, evidence };
}

/** What processes of the engine say of themselves. */
export const presences = async ({ engine, gateway }: Asking) => (await openBucket(gateway, "presence")).list(engine);
