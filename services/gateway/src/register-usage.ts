import { USAGE_DAYS } from "@token-sentiment/bus";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { answering } from "./answer.ts";
import { keyIdOf, unauthorized } from "./caller.ts";
import type { AppContext } from "./context.ts";
import { ANSWER_MS, within } from "./deadline.ts";
import { invalid } from "./errors.ts";
import { usageOf } from "./usage.ts";

type Asked = FastifyRequest<{ Querystring: { days?: unknown } }>;

const DEFAULT_DAYS = 30;

function daysOf(query: unknown): number {
  if (query === undefined) return DEFAULT_DAYS;
  const days = typeof query === "string" && /^\d{1,3}$/.test(query) ? Number(query) : 0;
  if (days < 1 || days > USAGE_DAYS) throw invalid("days", `a whole number from 1 to ${USAGE_DAYS} is expected`);
  return days;
}

/** `GET /api/usage`: the calls of the key that asks, by day and outcome. */
export function registerUsage(app: FastifyInstance, context: AppContext): void {
  const { bus, callers, clock } = context;
  app.get(
    "/api/usage",
    answering<Asked>("GET /api/usage", context, async ({ headers, query, ip }, reply) => {
      const look = async () => {
        const caller = await callers.of({ authorization: headers.authorization, fingerprint: undefined, address: ip });
        const key = keyIdOf(caller.id);
        if (key === undefined) throw unauthorized("an API key is needed: Authorization: Bearer <key>");
        return await usageOf(bus, key, { days: daysOf(query.days), now: clock.now() });
      };
      reply.header("cache-control", "no-store").send(await within(ANSWER_MS, look()));
    }),
  );
}
