import { type EngineName, engineRole, type Evidence, type Signal, subjects } from "@token-sentiment/contract";
import { type Bus, writeFact } from "@token-sentiment/bus";
import type { TestGateway } from "./gateway.ts";

/** Writes evidence as the engines do, each under its own account. */
export function engines(gateway: TestGateway) {
  const buses = new Map<EngineName, Promise<Bus>>();
  return async (job_id: string, engine: EngineName, about: Partial<Evidence> = {}): Promise<number> => {
    if (!buses.has(engine)) buses.set(engine, gateway.broker.open(engineRole(engine)));
    const value: Evidence = {
      job_id,
      engine,
      engine_version: "1.0.0",
      outcome: "observed",
      signals: [],
      measures: {},
      cached: false,
      observed_at: 1_800_000_000_000,
      elapsed_ms: 40,
      ...about,
    };
    const written = await writeFact(await buses.get(engine)!, { kind: "evidence", subject: subjects.evidence(engine, job_id), value });
    if (!written) throw new Error("that evidence was there");
    return written.seq;
  };
}

/** One observation. */
export const honeypot: Signal = {
  code: "honeypot",
  label: "SECURITY",
  text: "sell reverts while buy succeeds",
  status: "hit",
  weights: { real_crash: 3.5, false_fud: -3, whale_manipulation: -0.5 },
  reliability: 1,
  group: "sell",
  severity: 3,
  critical: true,
  source: "eth_simulateV1",
  observed_at: 1_700_000_000_000,
  values: { private_note: "not for streams" },
};
