import { type Delivery, DropError } from "@token-sentiment/bus";
import { type Evidence, MalformedFactError, UnknownVersionError } from "@token-sentiment/contract";
import { type Attempt, conclude, unobserved } from "./conclude.ts";
import type { Gate } from "./gate.ts";
import type { Suspects } from "./suspects.ts";
import { readTask, type Task } from "./task.ts";

/** A redelivered request runs alone, so often: an earlier attempt may have killed the process, so nothing else may die with it. */
const RUNS_ALONE = 2;
/** From here on it is answered without a further look; the consumer gives up after 10. */
const LAST_DELIVERY = 9;
const TOO_LATE = "the job had ended before this engine took it";
const NO_ANSWER = "gave no answer in three deliveries";

/** What deliveries share in one process. */
export interface Floor {
  gate: Gate;
  suspects: Suspects;
  /** True when the job of a fact of that broker time has ended, whatever is answered. */
  isOver: (factAt: number) => boolean;
}

/**
 * Answers one delivery of a request: the first runs among others, later ones alone, and one that began to run alone twice is answered
 * `unavailable` without running. One that only waited while another killed the process is not blamed for it.
 * @throws DropError when it cannot be read, of an unknown version or malformed: there is no answer, the job ends without this engine.
 */
export async function handleRequest({ fact, attempt }: Delivery, { gate, suspects, isOver }: Floor, using: Attempt): Promise<Evidence> {
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

  async function answer(taken: Task, delivery: number): Promise<Evidence> {
    const givenUp = () => unobserved(taken, using, { outcome: "unavailable", reason: NO_ANSWER, started });
    // A backlog from an outage is not worth an analysis.
    if (isOver(fact.at)) return unobserved(taken, using, { outcome: "unavailable", reason: TOO_LATE, started });
    if (delivery === 1) return gate.shared(() => conclude(taken, using));
    if (delivery >= LAST_DELIVERY) return givenUp();
    return gate.alone(async () => {
      const ran = (await suspects.runsBefore(taken.job_id)) ?? delivery - 2;
      return ran >= RUNS_ALONE ? givenUp() : conclude(taken, using);
    });
  }
}

function read(fact: Delivery["fact"], { metrics }: Attempt): Task {
  try {
    return readTask(fact);
  } catch (cause) {
    if (!(cause instanceof UnknownVersionError || cause instanceof MalformedFactError)) throw cause;
    metrics.dropped();
    throw new DropError(cause.message, { cause });
  }
}
