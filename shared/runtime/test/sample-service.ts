import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { runService } from "../src/index.ts";

/** A service of two resources that misbehaves as `SAMPLE_FAULT` says. */
await runService({
  name: "sample",
  shutdownMs: 500,
  config: z.object({
    SAMPLE_FAULT: z.enum(["none", "hang", "reject", "start", "fatal"]).default("none"),
    SAMPLE_COUNT: z.coerce.number().default(1),
  }),
  async start({ config, log, stack, draining, readyWhen }) {
    if (config.SAMPLE_FAULT === "fatal") {
      log.info("before the end");
      log.fatal("the end");
      process.kill(process.pid, "SIGKILL");
    }
    if (config.SAMPLE_FAULT === "start") throw new Error("the stream ANALYSIS has other settings");
    draining.addEventListener("abort", () => log.info("draining"));
    stack.defer(() => log.info("first closed"));
    stack.defer(async () => {
      log.info("second closed");
      if (config.SAMPLE_FAULT === "hang") await sleep(60_000);
    });
    let ready = false;
    readyWhen("sample", async () => (ready ? undefined : "not yet"));
    setTimeout(() => (ready = true), 200);
    if (config.SAMPLE_FAULT === "reject") setTimeout(() => void Promise.reject(new Error("nobody caught this")), 300);
    return { port: 4711 };
  },
});
