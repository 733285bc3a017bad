import type { FastifyRequest } from "fastify";

/** Where clients reach this service, without a slash at its end: as the operator says, else as the client's own request does. */
export const serviceUrl = ({ protocol, host }: Pick<FastifyRequest, "protocol" | "host">, told: string | undefined): string =>
  (told ?? `${protocol}://${host || "localhost"}`).replace(/\/+$/, "");
