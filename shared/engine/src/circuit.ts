import {
  bulkhead,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  type IBackoff,
  type IBackoffFactory,
  type IRetryBackoffContext,
  retry,
  timeout,
  TimeoutStrategy,
  wrap,
} from "cockatiel";
import { isTrouble, isWorthRetrying, UpstreamFailure } from "./upstream-failure.ts";

/** `open` = given up for a while; `half-open` = one call is trying. */
export type Circuit = "closed" | "half-open" | "open";

/** The policies of one provider, in their order. */
export interface Policies {
  /** Bulkhead, circuit, retries. */
  run<T>(call: (signal: AbortSignal) => Promise<T>, options: { signal: AbortSignal; idempotent: boolean }): Promise<T>;
  /** The time limit of one try. */
  limit<T>(call: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
  circuit(): Circuit;
  onCircuit(changed: (circuit: Circuit) => void): void;
}

const QUEUE = 64;
const RETRIES = 2;
const FAILURES = 5;

/** Fresh policies: their state is one provider's. */
export function createPolicies({ concurrency, timeoutMs, openMs }: { concurrency: number; timeoutMs: number; openMs: number }): Policies {
  const room = bulkhead(concurrency, QUEUE);
  const breaker = circuitBreaker(handleWhen(isTrouble), { halfOpenAfter: openMs, breaker: new ConsecutiveBreaker(FAILURES) });
  const once = wrap(room, breaker);
  const again = wrap(room, breaker, retry(handleWhen(isWorthRetrying), { maxAttempts: RETRIES, backoff }));
  const limit = timeout(timeoutMs, TimeoutStrategy.Aggressive);
  return {
    run: (call, { signal, idempotent }) => {
      const tried = rememberTrouble(call);
      return (idempotent ? again : once).execute((context) => tried(context.signal), signal);
    },
    limit: (call, signal) => limit.execute((context) => call(context.signal), signal),
    circuit: () => nameOf(breaker.state),
    onCircuit: (changed) => void breaker.onStateChange((state) => changed(nameOf(state))),
  };
}

/** A try that nobody waited for fails as the try before it did: else the circuit of a provider that hangs would never open. */
function rememberTrouble<T>(call: (signal: AbortSignal) => Promise<T>): (signal: AbortSignal) => Promise<T> {
  let before: UpstreamFailure | undefined;
  return async (signal) => {
    try {
      return await call(signal);
    } catch (error) {
      if (isTrouble(error)) before = error;
      throw error instanceof UpstreamFailure && error.kind === "aborted" ? (before ?? error) : error;
    }
  };
}

function nameOf(state: CircuitState): Circuit {
  switch (state) {
    case CircuitState.Closed:
      return "closed";
    case CircuitState.HalfOpen:
      return "half-open";
    case CircuitState.Open:
    case CircuitState.Isolated:
      return "open";
    default:
      return state satisfies never;
  }
}

/** What the provider asked for, else 100 to 200 ms and twice that. */
const nextTry = ({ attempt, result }: IRetryBackoffContext<unknown>): IBackoff<IRetryBackoffContext<unknown>> => {
  const asked = "error" in result && result.error instanceof UpstreamFailure ? result.error.retryAfterMs : undefined;
  return { duration: asked ?? 100 * attempt * (1 + Math.random()), next: nextTry };
};
const backoff: IBackoffFactory<IRetryBackoffContext<unknown>> = { next: nextTry };
