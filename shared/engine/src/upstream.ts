import { Pool } from "undici";
import type { Metrics } from "@token-sentiment/runtime";
import { TaskCancelledError } from "cockatiel";
import type { z } from "zod";
import { abortable } from "./abortable.ts";
import type { Budget } from "./budget.ts";
import type { BudgetLimit } from "./budget-window.ts";
import { type Circuit, createPolicies } from "./circuit.ts";
import { UnavailableError } from "./errors.ts";
import { fitting, parseAnswer } from "./parse-answer.ts";
import { readBody } from "./read-body.ts";
import { reasonOf, type StatusClass, statusFailure, UpstreamFailure } from "./upstream-failure.ts";
import { callUrl, parseBaseUrl, type Query } from "./upstream-url.ts";

/** How a provider is asked. */
export interface UpstreamOptions {
  /** From the operator's configuration; decides scheme and host of every call. */
  baseUrl: string;
  /** Of one try; 4 s when omitted. */
  timeoutMs?: number;
  /** The largest body read; 1 MiB when omitted. */
  maxBytes?: number;
  /** Calls at once; 8 when omitted. Up to 64 more wait. */
  concurrency?: number;
  headers?: Record<string, string>;
  /** Shared with all replicas of the engine. */
  budget?: BudgetLimit;
  /** Allows plain http to a host that is not loopback. */
  allowInsecure?: boolean;
  /** How long the circuit stays open after five failed calls in a row; 30 s when omitted. */
  openMs?: number;
}

/** One call. */
export interface Call {
  method?: "GET" | "POST";
  /** Below the base URL's path; empty = exactly there. */
  path?: string;
  query?: Query;
  /** Sent as JSON. */
  body?: unknown;
  signal: AbortSignal;
  /** What the schema reads: the JSON of the answer, or its text as it is (HTML, XML). JSON when omitted. */
  as?: "json" | "text";
  /** False = never tried twice. */
  idempotent?: boolean;
}

/** A provider. */
export interface Upstream extends AsyncDisposable {
  /** The answer, as the schema reads it. @throws UnavailableError naming the provider and what failed, never what it sent. */
  request<S extends z.ZodType>(schema: S, call: Call): Promise<z.infer<S>>;
  readonly circuit: Circuit;
}

/** What the process lends its upstreams. */
export interface UpstreamRoom {
  metrics: Metrics;
  budget: Budget | undefined;
}

/**
 * Asks one provider: bulkhead, circuit, two retries with jitter, a time limit a try, all within the caller's signal.
 * @throws Error when the base URL is not allowed.
 */
export function createUpstream(name: string, options: UpstreamOptions, { metrics, budget }: UpstreamRoom): Upstream {
  const { timeoutMs = 4000, maxBytes = 1024 * 1024, concurrency = 8, headers = {}, allowInsecure = false, openMs = 30_000 } = options;
  const base = parseBaseUrl(name, options.baseUrl, allowInsecure);
  const pool = new Pool(base.origin, { connections: concurrency, connect: { timeout: timeoutMs } });
  const policies = createPolicies({ concurrency, timeoutMs, openMs });
  const requests = metrics.counter("tsa_engine_upstream_requests_total", "Tries to ask a provider, by what came of them.", {
    labels: ["upstream", "status_class"],
  });
  const duration = metrics.histogram("tsa_engine_upstream_duration_seconds", "Time of one try to ask a provider.", {
    labels: ["upstream"],
  });
  const circuits = metrics.gauge("tsa_engine_upstream_circuit_state", "0 closed, 1 half-open, 2 open.", { labels: ["upstream"] });
  circuits.set({ upstream: name }, 0);
  policies.onCircuit((circuit) => circuits.set({ upstream: name }, { closed: 0, "half-open": 1, open: 2 }[circuit]));

  const send = async (url: URL, call: Call, signal: AbortSignal): Promise<string> => {
    const response = await pool.request({
      path: url.pathname + url.search,
      method: call.method ?? "GET",
      headers: {
        accept: call.as === "text" ? "*/*" : "application/json",
        ...(call.body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      signal,
    });
    if (response.statusCode >= 200 && response.statusCode < 300) return readBody(response.body, maxBytes);
    response.body.on("error", () => undefined).destroy();
    throw statusFailure(response.statusCode, headerOf(response.headers["retry-after"]));
  };
  const tryOnce = async (url: URL, call: Call, signal: AbortSignal): Promise<string> => {
    await budget?.take(signal);
    const stop = duration.startTimer({ upstream: name });
    const began = performance.now();
    let status_class: StatusClass = "2xx";
    try {
      return await policies.limit((limited) => send(url, call, limited), signal);
    } catch (error) {
      const failure = failureOf(error, signal, { timeoutMs, ranMs: performance.now() - began });
      status_class = failure.kind;
      throw failure;
    } finally {
      stop();
      requests.inc({ upstream: name, status_class });
    }
  };

  return {
    async request(schema, call) {
      const { signal, idempotent = true } = call;
      const url = callUrl(base, call.path ?? "", call.query);
      let body: string;
      try {
        body = await abortable(
          policies.run((within) => tryOnce(url, call, within), { signal, idempotent }),
          signal,
        );
      } catch (error) {
        if (error instanceof UnavailableError) throw error;
        if (signal.aborted) throw new UnavailableError(`the time ran out while asking ${name}`, { cause: error });
        const { status, kind } = error instanceof UpstreamFailure ? error : {};
        const tooLarge = kind === "too_large";
        throw new UnavailableError(reasonOf(name, error), { cause: error, tooLarge, ...(status !== undefined && { status }) });
      }
      return call.as === "text" ? fitting(name, body, schema) : parseAnswer(name, body, schema);
    },
    get circuit() {
      return policies.circuit();
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  };
}

const headerOf = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

function failureOf(error: unknown, signal: AbortSignal, { timeoutMs, ranMs }: { timeoutMs: number; ranMs: number }): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  // Half its limit is long enough to blame the provider, not the caller.
  if (signal.aborted && ranMs >= timeoutMs / 2) return new UpstreamFailure("timeout", "gave no answer in time", { cause: error });
  if (signal.aborted) return new UpstreamFailure("aborted", "was not waited for", { cause: error });
  if (error instanceof TaskCancelledError) return new UpstreamFailure("timeout", `gave no answer within ${timeoutMs} ms`, { cause: error });
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const why = /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? ` (${code})` : "";
  return new UpstreamFailure("network", `could not be reached${why}`, { cause: error });
}
