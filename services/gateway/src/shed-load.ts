import { setTimeout as delay } from "node:timers/promises";
import { getHeapStatistics } from "node:v8";
import underPressure, { TYPE_EVENT_LOOP_DELAY } from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";
import { ApiError } from "./errors.ts";
import type { HttpLimits } from "./http-limits.ts";

/** The length of a look at the event loop. */
const LOOK_MS = 10;

/**
 * Refuses requests with 503 while the event loop or the heap is over its limit, so that what was begun can be finished. The measured
 * delay is of the past: one long block would refuse for a whole interval after it. So it only makes a request look whether the loop still lags.
 */
export async function shedLoad(
  app: FastifyInstance,
  limits: Pick<HttpLimits, "loopDelayMs" | "heapShare" | "pressureEveryMs">,
): Promise<void> {
  let looking: Promise<boolean> | undefined;
  const look = async (): Promise<boolean> => {
    const started = performance.now();
    await delay(LOOK_MS);
    return performance.now() - started - LOOK_MS > limits.loopDelayMs;
  };
  await app.register(underPressure, {
    maxEventLoopDelay: limits.loopDelayMs,
    maxHeapUsedBytes: limits.heapShare * getHeapStatistics().heap_size_limit,
    sampleInterval: limits.pressureEveryMs,
    pressureHandler: async (_request, _reply, type) => {
      if (type === TYPE_EVENT_LOOP_DELAY) {
        looking ??= look().finally(() => (looking = undefined));
        if (!(await looking)) return;
      }
      throw new ApiError("unavailable", { detail: "the service is too busy at the moment, please retry in a few seconds" });
    },
  });
}
