import type { QuotaView } from "@token-sentiment/contract";
import type { FastifyInstance } from "fastify";
import { answering } from "./answer.ts";
import type { AppContext } from "./context.ts";
import { ANSWER_MS, within } from "./deadline.ts";
import { rateLimitHeaders } from "./demo-limit.ts";
import { QUOTA_WINDOW_MS } from "./quota-entries.ts";

const unlimited: QuotaView = { tier: "production", limit: null, remaining: null, window_s: null, next_call_at: null };

/** `GET /api/quota`: how many calls the caller has left, and when the next one comes back. */
export function registerQuota(app: FastifyInstance, context: AppContext): void {
  const { callers, quota, clock } = context;
  app.get(
    "/api/quota",
    answering("GET /api/quota", context, async (request, reply) => {
      const { authorization, "x-demo-fingerprint": fingerprint } = request.headers;
      const look = async (): Promise<QuotaView> => {
        const caller = await callers.of({ authorization, fingerprint, address: request.ip });
        if (caller.tier !== "demo") return unlimited;
        if (!quota) return { ...unlimited, tier: "demo" };
        const { name, standing } = await quota.standing(caller);
        reply.headers(rateLimitHeaders(name, standing, clock.now()));
        const { limit, remaining, nextAt } = standing;
        return { tier: "demo", limit, remaining, window_s: QUOTA_WINDOW_MS / 1000, next_call_at: nextAt ?? null };
      };
      reply.header("cache-control", "no-store").send(await within(ANSWER_MS, look()));
    }),
  );
}
