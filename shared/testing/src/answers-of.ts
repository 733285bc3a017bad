import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { readJournal, writeFact } from "@token-sentiment/bus";
import { type EngineName, engineRole, Evidence, Request, subjects } from "@token-sentiment/contract";
import { type Engine, serveEngine } from "@token-sentiment/engine";
import { createLog, createMetrics } from "@token-sentiment/runtime";
import type { z } from "zod";
import { startBroker } from "./start-broker.ts";

const PATIENCE_MS = 30_000;
const ADDRESS = "0x6982508145454ce325ddbe47a25d4ec3d2311933";

/** Serves an engine on a real broker, with the rights of production, and returns its evidence for each request. @throws Error after 30 s without one. */
export async function answersOf<S extends z.ZodObject>(
  engine: Engine<S>,
  settings: Record<string, string>,
  requests: readonly Partial<Request>[],
): Promise<Evidence[]> {
  await using broker = await startBroker();
  const role = engineRole(engine.name);
  const log = createLog("silent", { service: role, version: "test", instance: "test" });
  const room = { bus: await broker.open(role), log, metrics: createMetrics(), version: "test", instance: "test" };
  await using _served = await serveEngine(engine, { ...room, config: engine.config.parse(settings) });
  const gateway = await broker.open("gateway");
  const answers: Evidence[] = [];
  for (const asked of requests) {
    const request = requestFor(engine.name, asked);
    await writeFact(gateway, { kind: "request", subject: subjects.request(request.chain_id, request.job_id), value: request });
    answers.push(await answerIn(() => readJournal(gateway, request.job_id), subjects.evidence(engine.name, request.job_id)));
  }
  return answers;
}

function requestFor(engine: EngineName, asked: Partial<Request>): Request {
  const job_id = randomUUID();
  const some = { job_id, request_id: job_id, caller: "test", coin_symbol: "ANY", contract_address: ADDRESS, chain_id: "1" } as const;
  return Request.parse({ ...some, expects: [engine], budget_ms: 60_000, ...asked });
}

async function answerIn(journal: () => Promise<{ subject: string; value: unknown }[]>, subject: string): Promise<Evidence> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await delay(25)) {
    const fact = (await journal()).find((stored) => stored.subject === subject);
    if (fact) return Evidence.parse(fact.value);
  }
  throw new Error("the engine gave no answer");
}
