import { setTimeout as delay } from "node:timers/promises";
import { answering, type Exchange, type Item } from "./proxy.ts";

/** A way for an endpoint to be of no use, or of little. */
export interface Fault {
  name: string;
  serve: (exchange: Exchange) => unknown;
  /** It costs nothing: alone, such an endpoint leads to the same answer. */
  harmless?: true;
}

/** Stands in every text of a faulty node; nothing that is told of a token may hold it. */
export const FOREIGN = "FOREIGN<script>";

const error = (code: number, message: string): object => ({ error: { code, message: `${message} ${FOREIGN}` } });
const page =
  (status: number, headers: Record<string, string> = {}) =>
  ({ response }: Exchange) =>
    response.writeHead(status, headers).end(`<html><title>${FOREIGN}</title></html>`);
const when = (is: (call: Item) => boolean, answer: object) => answering((call) => (is(call) ? answer : undefined));
const everything = (answer: object) => when(() => true, answer);
/** All but what every node can: enough to be taken for one. */
const statically = ({ method }: Item): boolean => method === "eth_chainId";
const isLogs = ({ method }: Item): boolean => method === "eth_getLogs";
const isSimulation = ({ method }: Item): boolean => method === "eth_simulateV1";
const hasParams =
  (count: number) =>
  ({ method, params }: Item): boolean =>
    method === "eth_call" && params.length >= count;
const ofNumber = ({ params }: Item): boolean => params.some((param) => typeof param === "string" && /^0x[0-9a-f]{1,8}$/.test(param));
const smallBatches = (most: number, refuse: (exchange: Exchange) => unknown) => async (exchange: Exchange) =>
  exchange.calls.length > most ? refuse(exchange) : exchange.send(await exchange.forward(exchange.calls));

const fault = (name: string, serve: Fault["serve"], more: Pick<Fault, "harmless"> = {}): Fault => ({ name, serve, ...more });

/** What HTTP brings. */
const transport: Fault[] = [
  fault("429 with Retry-After 1", page(429, { "retry-after": "1" })),
  fault("429 with Retry-After 60", page(429, { "retry-after": "60" })),
  fault("403 with a page", page(403)),
  fault("404 with a page", page(404)),
  fault("500", page(500)),
  fault("502 with a page", page(502)),
  fault("503", page(503)),
  fault("a page with status 200", page(200)),
  fault("an empty body", ({ response }) => response.end()),
  fault("truncated JSON", async ({ calls, forward, response }) => {
    const whole = JSON.stringify(await forward(calls));
    response.end(whole.slice(0, whole.length / 2));
  }),
  fault("a body cut off by a closed connection", ({ response }) => {
    response.writeHead(200, { "content-length": "1000" }).write("[{");
    setImmediate(() => response.destroy());
  }),
  fault("silence", () => undefined),
  fault("a body that trickles for ever", ({ response }) => {
    const timer = setInterval(() => response.write(" "), 100);
    response.on("close", () => clearInterval(timer));
  }),
  fault("a body of 3 MiB", ({ response }) => response.end(Buffer.alloc(3 * 1024 * 1024, " "))),
  fault("a redirect", page(307, { location: "http://127.0.0.1:9/" })),
  fault(
    "500 ms of latency",
    async ({ calls, forward, send }) => {
      await delay(500);
      send(await forward(calls));
    },
    { harmless: true },
  ),
];

/** What becomes of batches. */
const batches: Fault[] = [
  fault(
    "batches refused with one error",
    smallBatches(1, ({ response }) => response.end(JSON.stringify({ jsonrpc: "2.0", id: null, ...error(-32_600, "no batches") }))),
    { harmless: true },
  ),
  fault(
    "batches of more than 3 answered with status 500 (dRPC, 1RPC)",
    smallBatches(3, ({ response }) =>
      response
        .writeHead(500)
        .end(JSON.stringify([{ message: `Batch of more than 3 requests are not allowed on free tier ${FOREIGN}`, code: 31 }])),
    ),
    { harmless: true },
  ),
  fault("batches of more than 3 answered with status 400", smallBatches(3, page(400)), { harmless: true }),
  fault("answers in another order", async ({ calls, forward, send }) => send((await forward(calls)).toReversed()), { harmless: true }),
  fault("ids as text", async ({ calls, forward, send }) => send((await forward(calls)).map((item) => ({ ...item, id: String(item.id) }))), {
    harmless: true,
  }),
  fault("wrong ids", async ({ calls, forward, send }) => send((await forward(calls)).map((item) => ({ ...item, id: item.id + 1000 })))),
  fault(
    "every second call failed",
    answering(({ id, method }) => (id % 2 === 1 && method !== "eth_chainId" ? error(-32_603, "internal") : undefined)),
  ),
  fault("every second answer missing", async ({ calls, forward, send }) => send((await forward(calls)).filter(({ id }) => id % 2 === 0))),
  fault("nothing but null", everything({ result: null })),
  fault(
    "results of another shape",
    answering((call) => (statically(call) ? undefined : { result: { text: FOREIGN } })),
  ),
];

/** What nodes and providers say of a call (evm.md §3, upstreams.md §7). */
const errors: Fault[] = [
  fault("another chain", when(statically, { result: "0x38" })),
  fault("eth_simulateV1 unknown: -32601", when(isSimulation, error(-32_601, "the method eth_simulateV1 does not exist/is not available"))),
  fault("eth_simulateV1 answers with nothing", when(isSimulation, { result: [] })),
  fault(
    "no block overrides: -32602 (Nethermind)",
    when(hasParams(4), error(-32_602, "Incorrect parameters count, expected: 3, actual: 4")),
  ),
  fault("block overrides ignored in silence (Erigon before 3.3)", async ({ calls, forward, send }) =>
    send(await forward(calls.map((call) => ({ ...call, params: call.params.slice(0, 3) })))),
  ),
  fault("no state overrides: -32602", when(hasParams(3), error(-32_602, "too many arguments, want at most 2"))),
  fault("state overrides ignored in silence", async ({ calls, forward, send }) =>
    send(await forward(calls.map((call) => (call.method === "eth_call" ? { ...call, params: call.params.slice(0, 2) } : call)))),
  ),
  fault(
    "-32005 to everything",
    answering((call) => (statically(call) ? undefined : error(-32_005, "limit exceeded"))),
  ),
  fault("a rate limit with status 200", everything(error(429, "too many requests"))),
  fault(
    "free tier timeouts: 30 (dRPC)",
    answering((call) => (statically(call) ? undefined : error(30, "Request timeout on the free tier"))),
  ),
  fault("logs: more than 10000 results (Infura)", when(isLogs, error(-32_005, "query returned more than 10000 results"))),
  fault("logs: range too large, -32602 (Infura)", when(isLogs, error(-32_602, "range 2000 exceeds limit of 1000"))),
  fault("logs: range too large, -32701 (publicnode)", when(isLogs, error(-32_701, "exceed maximum block range: 50000"))),
  fault("logs: range too large (1RPC)", when(isLogs, error(-32_000, "eth_getLogs is limited to a 1000 blocks range"))),
  fault(
    "logs: range too large, without a code (dRPC)",
    when(isLogs, { error: { message: "ranges over 10000 blocks are not supported on freetier" } }),
  ),
  fault("logs: limit exceeded (BSC's own endpoints)", when(isLogs, error(-32_005, "limit exceeded"))),
  fault("logs: disabled", when(isLogs, error(-32_000, "eth_getLogs is disabled"))),
  fault("header not found for every number", when(ofNumber, error(-32_000, "header not found"))),
  fault(
    "missing trie node for every number (publicnode)",
    when(ofNumber, error(-32_000, "missing trie node 7a8d (path ) state 0x7a8d is not available")),
  ),
  fault("no state available (1RPC)", when(ofNumber, error(-32_002, "No state available for block 36600"))),
  fault("calls time out in the node", when(hasParams(2), error(-32_000, "execution aborted (timeout = 5s)"))),
  fault(
    "an internal error to everything",
    answering((call) => (statically(call) ? undefined : error(-32_603, "internal error"))),
  ),
];

/** Every fault there is a name for. */
export const faults: readonly Fault[] = [...transport, ...batches, ...errors];
