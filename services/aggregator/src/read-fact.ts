import { type Evidence, parseFact, type Request, subjects, type Token } from "@token-sentiment/contract";
import { DropError, type Stored } from "@token-sentiment/bus";
import type { StoredEvidence } from "@token-sentiment/model";

/**
 * Reads a request, and that it is about the job its subject names.
 * @throws DropError when it cannot be read by this version, now or later.
 */
export function readRequestFact(fact: Stored): Request {
  const request = parsed("request", fact);
  if (!fact.subject.endsWith(`.${request.job_id}`)) throw new DropError(`a request of another job is stored at ${fact.subject}`);
  return request;
}

/** Evidence as this replica got it. */
export interface HeardEvidence extends StoredEvidence {
  /** Of the span that wrote it. */
  traceparent?: string;
}

/**
 * Reads evidence, and that its writer was allowed to write it: the broker guards the subject, so the body must say the same.
 * @throws DropError when it cannot be read, or speaks for another engine or job than its subject.
 */
export function readEvidenceFact(fact: Stored): HeardEvidence {
  const evidence: Evidence = parsed("evidence", fact);
  if (fact.subject !== subjects.evidence(evidence.engine, evidence.job_id)) {
    throw new DropError(`evidence that speaks for another engine or job is stored at ${fact.subject}`);
  }
  const { traceparent } = fact.headers;
  return { evidence, at: fact.at, seq: fact.seq, ...(traceparent !== undefined && { traceparent }) };
}

/** Reads what the resolver found. Throws like `readRequestFact`. */
export function readTokenFact(fact: Stored): Token {
  const token = parsed("token", fact);
  if (fact.subject !== subjects.token(token.chain_id, token.job_id))
    throw new DropError(`a token of another job is stored at ${fact.subject}`);
  return token;
}

function parsed<K extends "request" | "token" | "evidence">(kind: K, fact: Stored) {
  try {
    return parseFact(kind, fact);
  } catch (error) {
    throw new DropError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
