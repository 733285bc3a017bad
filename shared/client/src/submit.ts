import type { AnalysisRequest, Submitted } from "./analysis.ts";
import { type Answer, call, type Connection, retryAfterMsOf } from "./call.ts";
import { errorOf, mayPass, TokenSentimentError, UnavailableError } from "./errors.ts";
import type { Pace } from "./pace.ts";
import { isAccepted } from "./shapes.ts";

/** How a request is sent. */
export interface SubmitOptions {
  signal?: AbortSignal | undefined;
  /** Ask for an analysis without cached evidence; heard of callers with a key. */
  fresh?: boolean | undefined;
  /** How long refusals that may pass are retried, ms; 30 s when left out. */
  retryForMs?: number | undefined;
}

const TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;

/** The content that is sent: members left out are not sent as null. */
const bodyOf = ({ coin_symbol, contract_address, chain_id, webhook_url }: AnalysisRequest, request_id: string) => ({
  coin_symbol,
  ...(contract_address === undefined ? {} : { contract_address }),
  ...(chain_id === undefined ? {} : { chain_id }),
  ...(webhook_url === undefined ? {} : { webhook_url }),
  request_id,
});

/** What `RateLimit` says is left. */
function callsLeftOf({ headers }: Answer): { callsLeft?: number } {
  const left = /;r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1];
  return left === undefined ? {} : { callsLeft: Number(left) };
}

function submittedOf(answer: Answer, requestId: string): Submitted {
  if (!isAccepted(answer.body))
    throw new UnavailableError("the service accepted in words that are not understood", { code: "malformed", requestId });
  const { job_id, coin_symbol, poll_url } = answer.body;
  const replayed = answer.headers.get("idempotent-replayed") === "true";
  const secret = answer.headers.get("webhook-secret");
  const webhook = secret === null ? {} : { webhookSecret: secret };
  return { job_id, coin_symbol, poll_url, request_id: requestId, replayed, ...callsLeftOf(answer), ...webhook };
}

/**
 * Submits a request. Whatever may pass (no answer, 429, 5xx) is sent again **with the same request_id**, so that a request whose answer was
 * lost is not analysed, counted or paid for twice. @throws TokenSentimentError, carrying the request_id.
 */
export async function submit(
  { connection, pace }: { connection: Connection; pace: Pace },
  request: AnalysisRequest,
  { signal, fresh = false, retryForMs = 30_000 }: SubmitOptions = {},
): Promise<Submitted> {
  const requestId = request.request_id ?? crypto.randomUUID();
  const end = pace.now() + retryForMs;
  const attempt = async (): Promise<Submitted | TokenSentimentError> => {
    try {
      const answer = await call(connection, "/api/agent", {
        method: "POST",
        body: bodyOf(request, requestId),
        ...(fresh ? { headers: { "cache-control": "no-cache" } } : {}),
        timeoutMs: TIMEOUT_MS,
        signal,
      });
      if (answer.status === 202) return submittedOf(answer, requestId);
      return errorOf(answer.status, answer.body, { requestId, retryAfterMs: retryAfterMsOf(answer) });
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      return new UnavailableError(error.message, { code: error.code, requestId, cause: error.cause });
    }
  };
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const outcome = await attempt();
    if (!(outcome instanceof TokenSentimentError)) return outcome;
    const wantedMs = Math.max(pauseMs * (0.5 + pace.random()), outcome.retryAfterMs ?? 0);
    if (!mayPass(outcome) || pace.now() + wantedMs > end) throw outcome;
    await pace.pause(wantedMs, signal);
  }
}
