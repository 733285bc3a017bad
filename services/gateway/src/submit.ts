import { type Accepted, parseFact, timing } from "@token-sentiment/contract";
import { BrokerUnreachableError, type Bus, type Fact, readRequest, writeFact } from "@token-sentiment/bus";
import { acceptedOf, justEnding, sameContent, type Wanted } from "./accepted.ts";
import type { Admission } from "./admission.ts";
import type { Caller, Credentials } from "./caller.ts";
import type { Callers } from "./callers.ts";
import { callsLeft, type DemoLimit, spendCall } from "./demo-limit.ts";
import { ApiError } from "./errors.ts";
import { jobIdOf } from "./job-id.ts";
import { requestFact } from "./request-fact.ts";
import { parseSubmission } from "./submission.ts";
import type { WebhookTargets } from "./webhooks/webhook-targets.ts";

/** What submitting needs. */
export interface SubmitContext extends DemoLimit {
  bus: Bus;
  callers: Callers;
  pepper: string;
  admission: Admission;
  webhooks: WebhookTargets;
}

/** One POST, after its body was read. */
export interface Submitted {
  body: Record<string, unknown>;
  requestId: string;
  /** Nobody can have used a generated id before. */
  generated: boolean;
  credentials: Credentials;
  /** Wants no cached evidence: heard of callers with a key alone. */
  fresh: boolean;
  /** The conversation that it belongs to, where the protocol has one. */
  contextId?: string | undefined;
}

/** The answer to a POST; `replayed` when the job was there already. */
export interface SubmitResult {
  accepted: Accepted;
  replayed: boolean;
  /** What a demo caller has left, and the secret of a webhook. */
  headers: Record<string, string>;
}

/** How long one write is tried: a POST is answered within 3.5 s whoever is dead. */
const WRITE_MS = 3000;

/** The first answer again, when the same caller sent the same request_id before. @throws ApiError `idempotency_mismatch` for other content. */
async function replay({ bus, clock }: SubmitContext, jobId: string, wanted: Wanted): Promise<Accepted | undefined> {
  const fact = await readRequest(bus, jobId);
  if (!fact) return undefined;
  if (clock.now() >= fact.at + timing.retentionMs) throw justEnding();
  const stored = parseFact("request", fact);
  if (!sameContent(stored, wanted)) throw new ApiError("idempotency_mismatch");
  return acceptedOf(stored);
}

/**
 * Counts the call and publishes the request, in this order; a refused publish gives the call back. When nothing is known about the
 * publish the entry stays: it is free 30 s later if there is no request then.
 */
async function spendAndPublish(fact: Fact, { caller, jobId }: { caller: Caller; jobId: string }, context: SubmitContext) {
  const { bus, quota, clock } = context;
  const headers = await spendCall(context, caller, jobId);
  try {
    return { headers, written: await writeFact(bus, { ...fact, retryMs: WRITE_MS }) };
  } catch (error) {
    // A twin of this request may have been luckier: then the call is its own.
    if (caller.tier === "demo" && !(error instanceof BrokerUnreachableError) && !(await readRequest(bus, jobId)))
      await quota?.giveBack(caller.id, jobId, clock.now());
    throw error;
  }
}

/**
 * Accepts an analysis: caller, validation, idempotent replay, capacity, demo limit, publish, in this order. Nothing but the publish leaves a trace.
 * @throws ApiError, or the bus's errors when the broker cannot take it.
 */
export async function submit(asked: Submitted, context: SubmitContext): Promise<SubmitResult> {
  const { callers } = context;
  // An analysis that ends at a webhook would be told to whoever holds the key, even if it is revoked by now: that one waits for the look.
  const lately = asked.body["webhook_url"] === undefined ? callers.lately(asked.credentials) : undefined;
  if (!lately) return await submitFor(await callers.of(asked.credentials), asked, context);
  // Looked up all the same, on the same way to the broker as the request, and nobody is answered before: what a key says now counts.
  const [caller, result] = await Promise.allSettled([callers.of(asked.credentials), submitFor(lately, asked, context)]);
  if (caller.status === "rejected") throw caller.reason;
  if (result.status === "rejected") throw result.reason;
  return result.value;
}

async function submitFor(caller: Caller, asked: Submitted, context: SubmitContext): Promise<SubmitResult> {
  const { body, requestId, generated } = asked;
  const { pepper, admission, webhooks } = context;
  const submission = parseSubmission(body);
  const webhook = webhooks.targetOf(body, caller);
  const wanted: Wanted = { ...submission, ...(webhook !== undefined && { webhook }) };
  const told = webhooks.headersOf(webhook);
  const job_id = jobIdOf(pepper, caller.id, requestId);

  const replayed = async (accepted: Accepted): Promise<SubmitResult> => {
    return { accepted, replayed: true, headers: { ...(await callsLeft(context, caller)), ...told } };
  };
  // What has no demo limit to spend needs no look before: the publish itself tells a replay.
  const before = generated || caller.tier === "production" ? undefined : await replay(context, job_id, wanted);
  if (before) return await replayed(before);

  const fact = requestFact({
    job_id,
    request_id: requestId,
    caller: caller.id,
    ...wanted,
    ...(asked.fresh && caller.tier === "production" ? { fresh: true } : {}),
    ...(asked.contextId === undefined ? {} : { context_id: asked.contextId }),
  });
  const admitted = admission.run(
    () => spendAndPublish(fact, { caller, jobId: job_id }, context),
    ({ written }) => written !== undefined,
  );
  const outcome = await admitted.catch(async (refused: unknown) => {
    // A twin that raced ahead may have taken the last slot: its answer is this one's too.
    const twin = generated ? undefined : await replay(context, job_id, wanted);
    return twin ?? Promise.reject(refused);
  });
  if ("job_id" in outcome) return await replayed(outcome);
  if (outcome.written) return { accepted: acceptedOf(fact.value), replayed: false, headers: { ...outcome.headers, ...told } };

  const first = await replay(context, job_id, wanted);
  // A leader that has just changed does not show it yet, or a cluster has lost it.
  if (!first) throw new BrokerUnreachableError("a request was refused as a duplicate of one that is not to be seen");
  return await replayed(first);
}
