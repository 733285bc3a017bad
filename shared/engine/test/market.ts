import { randomUUID } from "node:crypto";
import { readJournal, writeFact } from "@token-sentiment/bus";
import { Evidence, parseFact, type Request, subjects, type Token } from "@token-sentiment/contract";
import { createLog, createMetrics, unrecordedTracing } from "@token-sentiment/runtime";
import { startBroker } from "@token-sentiment/testing";
import { expect } from "vitest";
import { z } from "zod";
import { type Analyze, defineEngine, type Engine } from "../src/define-engine.ts";
import { type EngineRoom, serveEngine } from "../src/serve-engine.ts";

export const CONTRACT = "0x00000000000000000000000000000000000000AA";

const defaults = { name: "security", timeoutMs: 12_000, cacheMs: 0, needsContract: true, config: z.object({}) } as const;

/** A broker, a gateway that writes requests, an aggregator that reads answers, and engines served in this process. */
export async function openMarket() {
  await using opening = new AsyncDisposableStack();
  const broker = opening.use(await startBroker());
  const tracing = unrecordedTracing();
  const [gateway, aggregator] = [await broker.open("gateway", { tracing }), await broker.open("aggregator")];
  const resolver = await broker.open("resolver");
  const stack = opening.move();

  const request = async (more: Partial<Request> = {}): Promise<string> => {
    const job_id = randomUUID();
    const value: Request = {
      job_id,
      request_id: job_id,
      caller: "test",
      coin_symbol: "PEPE",
      contract_address: CONTRACT,
      chain_id: "1",
      expects: ["security"],
      budget_ms: 60_000,
      ...more,
    };
    await writeFact(gateway, { kind: "request", subject: subjects.request(value.chain_id, job_id), value });
    return job_id;
  };
  /** A request without a contract, as engines see it: what the resolver found for it. */
  const resolved = async (more: Partial<Token> = {}): Promise<string> => {
    const job_id = randomUUID();
    const value: Token = { job_id, chain_id: "1", coin_symbol: "PEPE", ambiguous: false, candidates: [], source: "test", ...more };
    await writeFact(resolver, { kind: "token", subject: subjects.token(value.chain_id, job_id), value });
    return job_id;
  };
  const answers = async (job: string): Promise<Evidence[]> => {
    const facts = await readJournal(aggregator, job);
    return facts.filter(({ subject }) => subject === subjects.evidence("security", job)).map((fact) => parseFact("evidence", fact));
  };
  const answer = async (job: string): Promise<Evidence> => {
    await expect.poll(() => answers(job), { timeout: 20_000, interval: 20 }).toHaveLength(1);
    const [evidence] = await answers(job);
    return Evidence.parse(evidence);
  };
  const serve = async (
    analyze: Analyze,
    { clock, servers = broker.url, ...more }: Partial<Engine> & Pick<EngineRoom<object>, "clock"> & { servers?: string } = {},
    instance = "one",
  ) => {
    const metrics = createMetrics();
    const lines: string[] = [];
    const log = createLog("debug", { service: "engine", version: "1", instance }, { write: (line) => void lines.push(line) });
    const bus = await broker.open("engine-security", { log, servers });
    const engine = defineEngine({ ...defaults, ...more, open: () => analyze });
    const served = stack.use(
      await serveEngine(engine, { bus, log, metrics, version: "1.0.0", instance, config: {}, ...(clock && { clock }) }),
    );
    return { metrics, lines, stop: () => served[Symbol.asyncDispose]() };
  };
  return {
    broker,
    tracing,
    gateway,
    aggregator,
    request,
    resolved,
    answer,
    answers,
    serve,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
