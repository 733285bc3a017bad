import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { clientNetwork } from "./caller.ts";
import { ApiError } from "./errors.ts";

const MINUTE_MS = 60_000;
/** Networks remembered at once; the one that asked longest ago is forgotten first. */
const NETWORKS = 10_000;

/**
 * Refuses with `rate_limited` what one client network (an IPv4 address, an IPv6 /64) asks beyond `perMinute` in a minute, whatever it asks
 * and whoever it says it is; 0 = no limit. Counted in this process alone: a shield against floods, not a quota.
 */
export async function limitRate(app: FastifyInstance, perMinute: number): Promise<void> {
  if (perMinute === 0) return;
  // Not by route: a path that is none costs as much as any.
  await app.register(rateLimit, { global: false, cache: NETWORKS });
  const count = app.createRateLimit({ max: perMinute, timeWindow: MINUTE_MS, keyGenerator: ({ ip }) => clientNetwork(ip) });
  app.addHook("onRequest", async (request) => {
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded)
      throw new ApiError("rate_limited", { headers: { "retry-after": String(Math.max(1, counted.ttlInSeconds)) } });
  });
}
