import { ApiError } from "./errors.ts";
import type { LimitName, Quota } from "./quota.ts";
import { QUOTA_WINDOW_MS, type Standing } from "./quota-entries.ts";
import type { Caller } from "./caller.ts";

const WINDOW_S = QUOTA_WINDOW_MS / 1000;

/** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10): calls left, seconds until the next comes back. */
export function rateLimitHeaders(name: LimitName, { limit, remaining, nextAt }: Standing, now: number): Record<string, string> {
  const seconds = nextAt === undefined ? "" : `;t=${Math.max(0, Math.ceil((nextAt - now) / 1000))}`;
  return { "ratelimit-policy": `"${name}";q=${limit};w=${WINDOW_S}`, ratelimit: `"${name}";r=${remaining}${seconds}` };
}

/** What counts the calls of demo callers. */
export interface DemoLimit {
  /** Undefined when no limit is set. */
  quota: Quota | undefined;
  clock: { now(): number };
}

/** Counts a demo caller's call and answers the headers that say what is left; a key has no limit. @throws ApiError `demo_limit_reached`. */
export async function spendCall({ quota, clock }: DemoLimit, caller: Caller, jobId: string): Promise<Record<string, string>> {
  if (!quota || caller.tier !== "demo") return {};
  const { granted, name, standing } = await quota.spend(caller, jobId);
  const headers = rateLimitHeaders(name, standing, clock.now());
  if (!granted) throw new ApiError("demo_limit_reached", { headers });
  return headers;
}

/** The headers for a call that cost nothing: a replay. */
export async function callsLeft({ quota, clock }: DemoLimit, caller: Caller): Promise<Record<string, string>> {
  if (!quota || caller.tier !== "demo") return {};
  const { name, standing } = await quota.standing(caller);
  return rateLimitHeaders(name, standing, clock.now());
}
