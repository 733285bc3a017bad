import { setTimeout as delay } from "node:timers/promises";
import type { Constellation } from "@token-sentiment/local";
import { z } from "zod";
import type { Judged } from "./judge.ts";
import type { Submitted } from "./load.ts";

const Usage = z.looseObject({ total: z.object({ calls: z.number(), completed: z.number(), degraded: z.number(), failed: z.number() }) });
const Quota = z.looseObject({ remaining: z.number() });

/** Calls that a demo device has in seven days. */
const DEMO_CALLS = 2;
/** What follows from a job's end follows soon after it. */
const SETTLING_MS = 60_000;

type Ended = Submitted & { ending: Judged["ending"] };

async function json<T>(url: string, headers: Record<string, string>, schema: z.ZodType<T>): Promise<T | undefined> {
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  return answer?.status === 200 ? schema.parse(await answer.json()) : undefined;
}

async function usageProblems({ url, key }: Constellation, ended: readonly Ended[]): Promise<string[]> {
  const told = (await json(`${url}/api/usage`, { authorization: `Bearer ${key}` }, Usage))?.total;
  return (["completed", "degraded", "failed"] as const).flatMap((outcome) => {
    const calls = ended.filter((job) => job.device === undefined && job.ending === outcome).length;
    return told?.[outcome] === calls ? [] : `usage: ${calls} calls ${outcome}, told ${told?.[outcome]}`;
  });
}

async function quotaProblems({ url }: Constellation, ended: readonly Ended[]): Promise<string[]> {
  const problems: string[] = [];
  const ofDevices = ended.filter(({ device }) => device !== undefined);
  for (const [device = "", jobs] of Map.groupBy(ofDevices, (job) => job.device)) {
    const kept = jobs.filter(({ ending }) => ending !== "failed").length;
    if (kept > DEMO_CALLS) problems.push(`quota: ${device} had ${kept} analyses of ${DEMO_CALLS}`);
    const told = await json(`${url}/api/quota`, { "x-demo-fingerprint": device }, Quota);
    if (told?.remaining !== Math.max(0, DEMO_CALLS - kept))
      problems.push(`quota: ${device} has used ${kept}, told ${told?.remaining} are left`);
  }
  return problems;
}

/** What usage and quota say that the ends of these jobs do not, once everything has followed that follows from an end. */
export async function inexactAccounts(all: Constellation, ended: readonly Ended[]): Promise<string[]> {
  for (const until = Date.now() + SETTLING_MS; ; await delay(500)) {
    const problems = [...(await usageProblems(all, ended)), ...(await quotaProblems(all, ended))];
    if (problems.length === 0 || Date.now() > until) return problems;
  }
}
