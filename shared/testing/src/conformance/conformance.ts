import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { consumerLoad, readJournal, type Stored } from "@token-sentiment/bus";
import { durables, type EngineName, engineRole, Evidence, factType, Presence, streams, subjects } from "@token-sentiment/contract";
import { startBroker } from "../start-broker.ts";
import { ask, askAnswered, askByToken, askDeadly, type Asking, BUDGET_MS, presences } from "./before.ts";
import { type EngineProcess, startEngine } from "./engine-process.ts";
import { lateness } from "./lateness.ts";
import { misfit } from "./schema.ts";

/** One promise of an engine, and what is wrong with it. */
export interface Check {
  promise: string;
  problem: string | undefined;
}

const LIMIT_MS = 40_000;
const STOP_LIMIT_MS = 30_000;
const LARGEST = 48 * 1024;

/**
 * Runs `command` as the engine on a real broker with the rights of production and says of each promise in docs/writing-an-engine.md
 * whether it holds. Every promise waits up to 40 s, and a question that finds the engine running has `budgetMs` for its answer (15 s when omitted);
 * what an engine finds is not judged, only how it says it.
 */
export async function conformance(engine: EngineName, command: string, budgetMs: number = BUDGET_MS): Promise<Check[]> {
  await using broker = await startBroker();
  const open = { gateway: await broker.open("gateway"), resolver: await broker.open("resolver") };
  const asking: Asking = { engine, ...open, own: await broker.open(engineRole(engine)), budgetMs };
  const settings = { NATS_URL: broker.url, NATS_NKEY_SEED_FILE: broker.seedFile(engineRole(engine)) };
  const checks: Check[] = [];
  const check = async (promise: string, find: () => Promise<string | undefined>) => void checks.push({ promise, problem: await find() });

  const deadly = await askDeadly(asking);
  const answered = await askAnswered(asking);
  await ask(asking, { job_id: 7, contract_address: [], expects: "nobody" });
  let late = "";
  {
    await using process = startEngine(command, settings);
    await check("presence is announced", () => presence(asking, process));
    if (checks[0]?.problem !== undefined) return checks;
    await check("a request is answered within its budget, after a malformed one", async () => inTime(asking, await ask(asking), process));
    await check("a resolved symbol is answered within its budget", async () => inTime(asking, await askByToken(asking), process));
    await check("a request that came nine times is answered `unavailable`", () => unavailable(asking, deadly, process));
    await check("what was answered before is acknowledged and stays as it was", () => settled(asking, answered, process));
    late = await ask(asking);
    await check("SIGTERM ends it with exit code 0", async () => {
      const how = await process.stop(STOP_LIMIT_MS);
      return how === 0 ? undefined : `it ended by ${how}`;
    });
  }
  await using next = startEngine(command, settings);
  await check("what it had not answered by then, the next process answers", () => answer(asking, late, next));
  return checks;
}

/** Asks until there is something, or the process or the time has ended. */
async function found<T>(process: EngineProcess, look: () => Promise<T | undefined>): Promise<T | string> {
  for (const until = Date.now() + LIMIT_MS; Date.now() < until; await delay(50)) {
    const result = await look();
    if (result !== undefined) return result;
    if (process.ending() !== undefined) return `the process ended by ${process.ending()}`;
  }
  return `nothing within ${LIMIT_MS / 1000} s`;
}

async function presence(asking: Asking, process: EngineProcess): Promise<string | undefined> {
  const seen = await found(process, async () => (await presences(asking))[0]);
  if (typeof seen === "string") return seen;
  const wrong = misfit("presence", seen.value);
  if (wrong !== undefined) return wrong;
  const { engine, instance } = Presence.parse(seen.value);
  return seen.key === `${engine}.${instance}` && engine === asking.engine ? undefined : `it says ${engine}.${instance} in ${seen.key}`;
}

const evidenceOf = ({ engine, gateway }: Asking, job: string, process: EngineProcess): Promise<Stored | string> =>
  found(process, async () => (await readJournal(gateway, job)).find(({ subject }) => subject === subjects.evidence(engine, job)));

async function answer(asking: Asking, job: string, process: EngineProcess): Promise<string | undefined> {
  const fact = await evidenceOf(asking, job, process);
  if (typeof fact === "string") return fact;
  if (fact.type !== factType("evidence")) return `its ce-type is ${fact.type}`;
  const wrong = misfit("evidence", fact.value);
  if (wrong !== undefined) return wrong;
  const { job_id, engine, outcome, reason } = Evidence.parse(fact.value);
  if (job_id !== job || engine !== asking.engine) return "it names another job or engine";
  if (outcome !== "observed" && !reason) return `it is ${outcome} and does not say why`;
  const bytes = Buffer.byteLength(JSON.stringify(fact.value));
  return bytes > LARGEST ? `it has ${bytes} bytes of ${LARGEST}` : undefined;
}

/** As `answer`, and stored at most the budget after the question, by the broker's clock. */
async function inTime(asking: Asking, job: string, process: EngineProcess): Promise<string | undefined> {
  const wrong = await answer(asking, job, process);
  if (wrong !== undefined) return wrong;
  return lateness(await readJournal(asking.gateway, job), asking.budgetMs);
}

async function unavailable(asking: Asking, job: string, process: EngineProcess): Promise<string | undefined> {
  const wrong = await answer(asking, job, process);
  const fact = await evidenceOf(asking, job, process);
  if (wrong !== undefined || typeof fact === "string") return wrong;
  const { outcome } = Evidence.parse(fact.value);
  return outcome === "unavailable" ? undefined : `it was ${outcome}`;
}

async function settled(asking: Asking, before: { job: string; evidence: Evidence }, process: EngineProcess): Promise<string | undefined> {
  const outstanding = await found(process, async () => {
    const load = await consumerLoad(asking.own, streams.analysis, durables.engine(asking.engine));
    return load.outstanding === 0 ? true : undefined;
  });
  if (outstanding !== true) return `not every request was acknowledged or refused: ${outstanding}`;
  const fact = await evidenceOf(asking, before.job, process);
  return typeof fact !== "string" && isDeepStrictEqual(fact.value, before.evidence) ? undefined : "there is another answer now";
}
