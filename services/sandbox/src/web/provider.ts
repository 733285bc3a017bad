/** One call to an answerer: the path below its own prefix, e.g. `/latest/dex/search`. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  /** The parsed JSON body of a POST. */
  body?: unknown;
}

/** What it answers; 200 and JSON unless said otherwise. */
export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  /** Sent as it is when there is no `json`. */
  text?: string;
}

/** One WebSocket of a client. */
export interface StreamSocket {
  send(text: string): void;
  /** Ends the connection without a word. */
  cut(): void;
  /** Aborts when it is closed. */
  closed: AbortSignal;
}

/** One provider of the outside world, in its exact shapes, about the sandbox's tokens. Its prefix is its name: `http://host:port/<name>/...`. */
export interface Provider {
  name: string;
  answer: (call: Call) => Answer | Promise<Answer>;
  /** Takes a WebSocket instead; without it, none is. */
  stream?: (call: Pick<Call, "path" | "query">, socket: StreamSocket) => void;
}

/** What a provider answers to a path it does not have. */
export const notFound: Answer = { status: 404, json: { error: "not found" } };
