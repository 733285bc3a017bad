import type { FastifyRequest } from "fastify";

/** The media type of A2A, and the one that any client reads. */
export const a2aMediaTypes = ["application/a2a+json", "application/json"] as const;

/** The protocol's own media type where a client lists it, else JSON. */
export function mediaTypeFor({ headers }: Pick<FastifyRequest, "headers">): string {
  const [own, plain] = a2aMediaTypes;
  return `${(headers.accept ?? "").toLowerCase().includes(own) ? own : plain}; charset=utf-8`;
}
