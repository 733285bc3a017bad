import { shippedFigures } from "@token-sentiment/model";
import type { FastifyInstance } from "fastify";
import { deliverableSchema } from "./api-schemas.ts";
import { openApiDocument } from "./openapi.ts";
import type { PaymentTerms } from "./payments/terms.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Every route as `GET /path/{parameter}`, in the order of registration; HEAD, OPTIONS and what lies below the page /docs are left out. */
    routeList: string[];
  }
}

/** A path as documents write it: without the router's patterns and escapes. */
const templateOf = (url: string): string => url.replaceAll(/(?<!:):(\w+)(?:\(.*?\))?/g, "{$1}").replaceAll("::", ":");

/** Keeps a list of the routes that are registered from here on. */
export function recordRoutes(app: FastifyInstance): void {
  const routes: string[] = [];
  app.decorate("routeList", routes);
  app.addHook("onRoute", ({ method, url }) => {
    if (url.startsWith("/docs/")) return;
    for (const one of [method].flat()) if (one !== "HEAD" && one !== "OPTIONS") routes.push(`${one} ${templateOf(url)}`);
  });
}

/** `GET /openapi.json`, `GET /api/schema/deliverable` and `GET /api/calibration`. */
export function getDocuments(app: FastifyInstance, terms: PaymentTerms | undefined): void {
  const documents = {
    "/openapi.json": openApiDocument(terms),
    "/api/schema/deliverable": deliverableSchema(),
    "/api/calibration": shippedFigures,
  };
  for (const [path, document] of Object.entries(documents)) {
    const body = JSON.stringify(document);
    app.get(path, async (_request, reply) =>
      reply.header("cache-control", "public, max-age=300").type("application/json; charset=utf-8").send(body),
    );
  }
}
