/** What a client may take of the server, in ms unless said otherwise; tests may shorten them. */
export interface HttpLimits {
  /** For the headers of a request, from its first byte; of a new connection from its opening. */
  headersMs: number;
  /** For a whole request, its body included. */
  requestMs: number;
  /** For a socket on which nothing moves while an answer is under way: a client that does not read is cut off. */
  stalledMs: number;
  /** For a connection between two requests. Above the idle time of common proxies (60 s): who closes last never loses a request. */
  keepAliveMs: number;
  /** How often headers and requests under way are looked at. */
  checkEveryMs: number;
  /** Connections at once, beyond which new ones are closed unread. */
  connections: number;
  /** Those of one client network among them, unless all come through a proxy. */
  connectionsOfOne: number;
  /** Mean delay of the event loop above which requests are refused with 503. */
  loopDelayMs: number;
  /** Share of the heap (0..1) above which they are. */
  heapShare: number;
  /** How often delay and heap are measured. */
  pressureEveryMs: number;
}

export const httpLimits: HttpLimits = {
  headersMs: 5000,
  requestMs: 10_000,
  stalledMs: 15_000,
  keepAliveMs: 72_000,
  checkEveryMs: 1000,
  connections: 4096,
  connectionsOfOne: 2048,
  loopDelayMs: 250,
  heapShare: 0.8,
  pressureEveryMs: 1000,
};
