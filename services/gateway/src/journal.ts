import {
  type Evidence,
  type FactKind,
  type FactValue,
  parseFact,
  type Request,
  subjectParts,
  subjects,
  SYMBOL,
  type Token,
} from "@token-sentiment/contract";
import { type Bus, readJournal, type Stored } from "@token-sentiment/bus";

/** A fact and when and where the broker stored it. */
interface Read<T> {
  value: T;
  /** Broker time, epoch ms. */
  at: number;
  seq: number;
}

/** What the broker holds of one job, oldest first. */
export interface Journal {
  request: Read<Request>;
  evidence: Read<Evidence>[];
  token: Read<Token> | undefined;
}

/** Facts that cannot be read, or speak for another writer or job than their subject, are left out: whoever consumes them counts them. */
function read<K extends FactKind>(facts: readonly Stored[], kind: K, subjectOf: (value: FactValue<K>) => string): Read<FactValue<K>>[] {
  return facts.flatMap((fact) => {
    if (subjectParts(fact.subject).kind !== kind) return [];
    try {
      const value = parseFact(kind, fact);
      return subjectOf(value) === fact.subject ? [{ value, at: fact.at, seq: fact.seq }] : [];
    } catch {
      return [];
    }
  });
}

/** Reads a job's facts from any replica: the newest may be missing. Undefined when there is no request. Throws like `readJournal`. */
export async function readJobJournal(bus: Bus, jobId: string): Promise<Journal | undefined> {
  const facts = await readJournal(bus, jobId);
  const isOfSymbol = facts.some(({ subject }) => subject === subjects.request(SYMBOL, jobId));
  const [request] = read(facts, "request", ({ chain_id, job_id }) => subjects.request(isOfSymbol ? SYMBOL : chain_id, job_id));
  const [token] = read(facts, "token", ({ chain_id, job_id }) => subjects.token(chain_id, job_id));
  return request && { request, evidence: read(facts, "evidence", ({ engine, job_id }) => subjects.evidence(engine, job_id)), token };
}
