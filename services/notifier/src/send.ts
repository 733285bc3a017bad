import { type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest, type RequestOptions as HttpsOptions } from "node:https";
import { isIP, type LookupFunction, type TcpSocketConnectOpts } from "node:net";
import type { WebhookOutcome } from "@token-sentiment/contract";

/** What calling a stranger needs. */
export interface SendOptions {
  /** Every address of a name; rejects when there is none. Asked once an attempt. */
  resolve: (host: string) => Promise<readonly string[]>;
  /** Whether an address may be connected to. */
  mayConnect: (address: string) => boolean;
  /** The whole attempt, names and all, ms. */
  limitMs: number;
}

/** One message to post. */
export interface Message {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What came of it. */
export interface Sent {
  outcome: WebhookOutcome;
  status?: number;
  /** What the receiver asked for in `Retry-After`, ms. */
  askedMs?: number;
}

/** So much of an answer is let in before the connection is cut; none of it is looked at. */
const ANSWER_MAX_BYTES = 16 * 1024;
const HEADERS_MAX_BYTES = 8 * 1024;

/** One address has so long to be connected to before the next one is tried: node's own 250 ms are too few for half the world. */
const ADDRESS_MS = 4000;
type Wanted = HttpsOptions & Pick<TcpSocketConnectOpts, "autoSelectFamilyAttemptTimeout">;

class RefusedError extends Error {}
class UnresolvedError extends Error {}

/** Rejects when the signal aborts. */
function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(new Error("its time is over", { cause: signal.reason })), { once: true });
  return promise;
}

/** Every address that a name has, checked: one that may not be connected to spoils them all. */
async function checkedAddresses(host: string, { resolve, mayConnect }: SendOptions, signal: AbortSignal): Promise<readonly string[]> {
  const literal = host.replaceAll(/[[\]]/g, "");
  const asked = isIP(literal) > 0 ? Promise.resolve([literal]) : resolve(host);
  const found = await Promise.race([asked.catch(() => []), aborted(signal)]);
  if (found.length === 0) throw new UnresolvedError("its name leads nowhere");
  if (!found.every(mayConnect)) throw new RefusedError("it leads to an address that may not be called");
  return found;
}

/** Answers the addresses that were checked, whoever asks for what: between check and connection nobody can put another one. */
const pinned =
  (addresses: readonly string[]): LookupFunction =>
  (_host, options, answer) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = all;
    if (options.all === true) answer(null, all);
    else answer(null, first?.address ?? "", first?.family ?? 0);
  };

/** `Retry-After` in seconds; a date is not worth a clock that is not ours. */
const askedBy = ({ headers }: IncomingMessage): { askedMs?: number } =>
  /^\d{1,6}$/.test(headers["retry-after"] ?? "") ? { askedMs: Number(headers["retry-after"]) * 1000 } : {};

function outcomeOf(response: IncomingMessage): Sent {
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) return { outcome: "delivered", status };
  if (status === 410) return { outcome: "gone", status };
  return { outcome: status >= 300 && status < 400 ? "redirect" : "status", status, ...askedBy(response) };
}

/** Lets an answer end in peace when it is short and its time is not over: a receiver that is cut off may take its own work for failed. */
function letEnd(request: ClientRequest, response: IncomingMessage, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > ANSWER_MAX_BYTES) request.destroy();
  });
  response.on("error", () => resolve());
  response.on("close", () => resolve());
  signal.addEventListener("abort", () => resolve(), { once: true });
  return promise;
}

async function post({ url, headers, body }: Message, options: SendOptions, signal: AbortSignal): Promise<Sent> {
  const target = new URL(url);
  const lookup = pinned(await checkedAddresses(target.hostname, options, signal));
  const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // Certificates are looked at whatever NODE_TLS_REJECT_UNAUTHORIZED says.
  const wanted: Wanted = {
    method: "POST",
    agent: false,
    lookup,
    signal,
    maxHeaderSize: HEADERS_MAX_BYTES,
    rejectUnauthorized: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_MS,
  };
  const bytes = Buffer.byteLength(body);
  const own = { "content-type": "application/json", "content-length": bytes, "user-agent": "token-sentiment-webhooks/1", ...headers };
  const request = (target.protocol === "https:" ? httpsRequest : httpRequest)(target, { ...wanted, headers: own });
  request.on("response", resolve).on("error", reject);
  // Without this node ends a switch of protocols with neither an answer nor an error.
  request.on("upgrade", (response, socket) => {
    socket.destroy();
    resolve(response);
  });
  // The last word is the socket's: it is where the body would go.
  request.on("socket", (socket) =>
    socket.once("connect", () => {
      if (!options.mayConnect(socket.remoteAddress ?? "")) request.destroy(new RefusedError("it led to an address that may not be called"));
    }),
  );
  request.end(body);
  const response = await Promise.race([answered, aborted(signal)]);
  const sent = outcomeOf(response);
  if (!request.destroyed) await letEnd(request, response, signal);
  return sent;
}

/** OpenSSL's verdicts and node's on a certificate. */
const TLS = /^(?:ERR_(?:TLS|SSL)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO$)/;

function failureOf(error: unknown, signal: AbortSignal): Sent {
  if (error instanceof RefusedError) return { outcome: "refused" };
  if (error instanceof UnresolvedError) return { outcome: "unresolved" };
  if (signal.aborted) return { outcome: "timeout" };
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return { outcome: TLS.test(code) ? "tls" : "unreachable" };
}

/** Posts a message once, to checked addresses only, following nothing. Never rejects, and takes at most `limitMs`. */
export async function send(message: Message, options: SendOptions): Promise<Sent> {
  const signal = AbortSignal.timeout(options.limitMs);
  return await post(message, options, signal).catch((error: unknown) => failureOf(error, signal));
}
