import { getHeapStatistics } from "node:v8";
import underPressure from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";
import { ApiError } from "./errors.ts";
import type { HttpLimits } from "./http-limits.ts";

/** Refuses requests with 503 while the event loop or the heap is over its limit, so that what was begun can be finished. */
export async function shedLoad(
  app: FastifyInstance,
  limits: Pick<HttpLimits, "loopDelayMs" | "heapShare" | "pressureEveryMs">,
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: limits.loopDelayMs,
    maxHeapUsedBytes: limits.heapShare * getHeapStatistics().heap_size_limit,
    sampleInterval: limits.pressureEveryMs,
    pressureHandler: async () => {
      throw new ApiError("unavailable", { detail: "the service is too busy at the moment, please retry in a few seconds" });
    },
  });
}
