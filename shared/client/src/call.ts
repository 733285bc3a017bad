import { UnavailableError } from "./errors.ts";

/** How a client reaches its service. */
export interface Connection {
  /** Without a slash at its end. */
  url: string;
  /** Who asks: sent with every call. */
  headers: Record<string, string>;
  fetch: typeof fetch;
}

/** An answer, whatever its status. */
export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** One call. */
export interface Call {
  method?: "GET" | "POST";
  body?: unknown;
  headers?: Record<string, string>;
  /** A connection can die without a word: then it is given up. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/**
 * Sends one call and reads its JSON. @throws UnavailableError `network` when no whole answer came, the signal's reason when it aborts.
 */
export async function call(
  connection: Connection,
  path: string,
  { method = "GET", body, headers, timeoutMs, signal }: Call,
): Promise<Answer> {
  signal?.throwIfAborted();
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await connection.fetch(`${connection.url}${path}`, {
      method,
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...connection.headers,
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text, response.status) };
  } catch (cause) {
    signal?.throwIfAborted();
    const why = limit.aborted ? `no answer within ${timeoutMs / 1000} s` : cause instanceof Error ? cause.message : "no answer";
    throw new UnavailableError(`the service${connection.url === "" ? "" : ` at ${connection.url}`} could not be reached: ${why}`, {
      code: "network",
      cause,
    });
  }
}

/** An error may come from a proxy that speaks no JSON; a success may not. */
function parsed(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (isSuccess(status)) throw error;
    return undefined;
  }
}

/** `Retry-After` in ms; undefined unless it is whole seconds. */
export function retryAfterMsOf({ headers }: Pick<Answer, "headers">): number | undefined {
  const seconds = headers.get("retry-after");
  return seconds !== null && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}
