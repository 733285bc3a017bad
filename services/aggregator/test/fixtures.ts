import { randomUUID } from "node:crypto";
import { type Evidence, type Request, subjects, timing } from "@token-sentiment/contract";
import { type Bus, writeFact } from "@token-sentiment/bus";
import { createLog, createMetrics } from "@token-sentiment/runtime";
import { startAggregator, type AggregatorOptions } from "@token-sentiment/aggregator";

/** A replica as `main.ts` starts it, silent; it looks at no job unasked, so that what is heard is what ends one. */
export const replica = (bus: Bus, more: Partial<AggregatorOptions> = {}) =>
  startAggregator({
    bus,
    log: createLog("silent", { service: "aggregator", version: "test", instance: "test" }),
    metrics: createMetrics(),
    ...more,
    clocks: { relookMs: 3_600_000, ...more.clocks },
  });

/** Submits a request as the gateway does, and answers it. */
export async function submit(gateway: Bus, more: Partial<Request> = {}): Promise<Request> {
  const request: Request = {
    job_id: randomUUID(),
    request_id: randomUUID(),
    caller: "test",
    coin_symbol: "PEPE",
    contract_address: "0x6982508145454ce325ddbe47a25d4ec3d2311933",
    chain_id: "1",
    expects: ["security"],
    budget_ms: timing.budgetMs,
    ...more,
  };
  const { job_id, chain_id } = request;
  await writeFact(gateway, {
    kind: "request",
    subject: subjects.request(chain_id, job_id),
    value: request,
    oncePer: subjects.requestOf(job_id),
  });
  return request;
}

/** Answers a job as the security engine does. */
export async function answer(engine: Bus, job_id: string, more: Partial<Evidence> = {}): Promise<void> {
  const evidence: Evidence = {
    job_id,
    engine: "security",
    engine_version: "test",
    outcome: "observed",
    signals: [
      {
        code: "honeypot",
        label: "SECURITY",
        text: "sell reverts at +0, +2 blocks and +1 day while buy succeeds",
        status: "hit",
        weights: { real_crash: 3.5, false_fud: -3, whale_manipulation: -0.5 },
        reliability: 1,
        critical: true,
        severity: 3,
        source: "eth_simulateV1",
        observed_at: 0,
        values: {},
      },
    ],
    measures: {},
    cached: false,
    observed_at: 0,
    elapsed_ms: 1,
    ...more,
  };
  await writeFact(engine, { kind: "evidence", subject: subjects.evidence("security", job_id), value: evidence });
}
