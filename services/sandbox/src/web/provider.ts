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

/** One provider of the outside world, in its exact shapes, about the sandbox's tokens. Its prefix is its name: `http://host:port/<name>/...`. */
export interface Provider {
  name: string;
  answer: (call: Call) => Answer | Promise<Answer>;
}

/** What a provider answers to a path it does not have. */
export const notFound: Answer = { status: 404, json: { error: "not found" } };
