import type { FastifyInstance, FastifyRequest } from "fastify";
import { answering } from "../answer.ts";
import type { AppContext } from "../context.ts";
import { ApiError } from "../errors.ts";
import type { Intake } from "../intake.ts";
import { leaving } from "../leaving.ts";
import { paymentLimits } from "../payments/limits.ts";
import { paidResource, paymentIn, priceTeller } from "../take-over-http.ts";
import { MAX_WAIT_S } from "../wait.ts";
import type { McpPaying } from "./mcp-payment.ts";
import type { McpOptions } from "./mcp-server.ts";

/** The protocol's own request. What it must accept is not asked of clients: the answer is JSON anyway. */
function protocolRequest({ headers }: FastifyRequest): Request {
  const version = headers["mcp-protocol-version"];
  return new Request("http://gateway/mcp", {
    method: "POST",
    headers: {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...(typeof version === "string" ? { "mcp-protocol-version": version } : {}),
    },
  });
}

/** What the protocol says is wrong, in an error of ours. */
function problemIn(text: string): ApiError {
  const said = /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  return new ApiError("invalid_body", { detail: said ?? "a JSON-RPC message of the Model Context Protocol is expected" });
}

/** One message, or batch, by a server of its own: any gateway may answer the next. */
async function answerOnce(request: FastifyRequest, options: McpOptions): Promise<{ status: number; text: string }> {
  // Loaded with the first message: most gateways never get one.
  const [{ createMcpServer }, { WebStandardStreamableHTTPServerTransport }] = await Promise.all([
    import("./mcp-server.ts"),
    import("@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"),
  ]);
  const server = createMcpServer(options);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    const response = await transport.handleRequest(protocolRequest(request), { parsedBody: request.body });
    return { status: response.status, text: await response.text() };
  } finally {
    await server.close();
  }
}

const SILENT_MS = Math.max(MAX_WAIT_S * 1000, paymentLimits.answerMs);

/** How the calls of a request may be paid. */
function payingOf(request: FastifyRequest, context: AppContext): McpPaying | undefined {
  const { desk } = context;
  return desk && { desk, resource: paidResource(request, context), header: paymentIn(request, context) };
}

/** True for a client that pays over HTTP, beneath the protocol: it said so in the address, `/mcp?x402=http`. Others are told in the call's result. */
const paysOverHttp = ({ url }: FastifyRequest): boolean => new URLSearchParams(url.split("?")[1]).get("x402") === "http";

/** `POST /mcp`: the service as tools for models, by the Model Context Protocol over stateless streamable HTTP. */
export function postMcp(app: FastifyInstance, context: AppContext, intake: Intake): void {
  const { draining, limits } = context;
  app.post(
    "/mcp",
    { onRequest: priceTeller(context) },
    answering("POST /mcp", context, async (request, reply) => {
      const { authorization, "x-demo-fingerprint": fingerprint } = request.headers;
      const until = leaving(reply, draining);
      const { socket } = request.raw;
      // While a tool waits its socket is silent for longer than an idle one may be.
      socket.setTimeout(SILENT_MS + limits.stalledMs);
      const credentials = { authorization, fingerprint, address: request.ip };
      const paying = payingOf(request, context);
      const { status, text } = await answerOnce(request, { context, intake, credentials, paying, until });
      socket.setTimeout(limits.stalledMs);
      if (status >= 400) throw problemIn(text);
      if (paying?.challenge && paysOverHttp(request)) throw paying.challenge;
      if (paying?.receipt !== undefined) reply.header("payment-response", paying.receipt);
      reply.code(status).header("cache-control", "no-store");
      if (text === "") reply.send();
      else reply.type("application/json; charset=utf-8").send(text);
    }),
  );
}
