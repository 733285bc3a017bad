import type { FastifyInstance } from "fastify";
import { agentCard } from "../a2a/agent-card.ts";
import { answering, type Answering } from "../answer.ts";
import { publicUrlOf } from "../public-url.ts";

/** What the documents are made from. */
export interface DiscoveryOptions extends Answering {
  /** Where clients reach the service; from each request when left out. */
  publicUrl: string | undefined;
}

/** The documents by which agents find the service and learn how to use it. */
export function registerDiscovery(app: FastifyInstance, options: DiscoveryOptions): void {
  const { publicUrl } = options;
  app.get(
    "/.well-known/agent-card.json",
    answering("GET /.well-known/agent-card.json", options, async (request, reply) => {
      const { url, headers } = publicUrlOf(request, publicUrl);
      reply.headers(headers).send(agentCard(url));
    }),
  );
}
