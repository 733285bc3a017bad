import type { FastifyInstance } from "fastify";
import { agentCard } from "../a2a/agent-card.ts";
import { answering, type Answering } from "../answer.ts";
import { operations } from "../operations.ts";
import type { PaymentTerms } from "../payments/terms.ts";
import { publicUrlOf } from "../public-url.ts";
import { llmsText } from "./llms-text.ts";
import { x402Resources } from "./x402-resources.ts";

/** What the documents are made from. */
export interface DiscoveryOptions extends Answering {
  /** Where clients reach the service; from each request when left out. */
  publicUrl: string | undefined;
  /** How an analysis is paid; undefined when payments are off. */
  terms: PaymentTerms | undefined;
}

/** The documents by which agents find the service and learn how to use it. */
export function registerDiscovery(app: FastifyInstance, options: DiscoveryOptions): void {
  const { publicUrl, terms } = options;
  const serve = (path: string, type: string, documentAt: (url: string) => string): void =>
    void app.get(
      path,
      answering(`GET ${path}`, options, async (request, reply) => {
        const { url, headers } = publicUrlOf(request, publicUrl);
        reply.headers(headers).type(`${type}; charset=utf-8`).send(documentAt(url));
      }),
    );
  serve("/.well-known/agent-card.json", "application/json", (url) => JSON.stringify(agentCard(url, terms)));
  serve("/.well-known/x402", "application/json", (url) => JSON.stringify(x402Resources(url, terms)));
  serve("/llms.txt", "text/plain", (url) => llmsText({ url, operations, terms }));
}
