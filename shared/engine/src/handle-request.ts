import { type Delivery, DropError } from "@token-sentiment/bus";
import { type Evidence, MalformedFactError, parseFact, type Request, UnknownVersionError } from "@token-sentiment/contract";
import { type Attempt, conclude, unobserved } from "./conclude.ts";
import type { Gate } from "./gate.ts";

/** Deliveries of one request that may run. Of these the second and third run alone: the one before may have killed the process. */
const RUNS = 3;

/**
 * Answers one delivery of a request.
 * @throws DropError when it cannot be read, of an unknown version or malformed: there is no answer, the job ends without this engine.
 */
export async function handleRequest({ fact, attempt }: Delivery, gate: Gate, using: Attempt): Promise<Evidence> {
  const { metrics, now, log } = using;
  const started = now();
  const request = read(fact, using);
  if (attempt > 1) {
    metrics.redelivered();
    log.warn({ job_id: request.job_id, attempt }, "a request was delivered again");
  }
  const evidence = await answer(request, attempt);
  metrics.answered(evidence.outcome, evidence.cached, now() - started);
  return evidence;

  async function answer(taken: Request, delivery: number): Promise<Evidence> {
    if (delivery > RUNS) return unobserved(taken, using, { outcome: "unavailable", reason: "gave no answer in three deliveries", started });
    return delivery === 1 ? gate.shared(() => conclude(taken, using)) : gate.alone(() => conclude(taken, using));
  }
}

function read(fact: Delivery["fact"], { metrics }: Attempt): Request {
  try {
    return parseFact("request", fact);
  } catch (cause) {
    if (!(cause instanceof UnknownVersionError || cause instanceof MalformedFactError)) throw cause;
    metrics.dropped();
    throw new DropError(cause.message, { cause });
  }
}
