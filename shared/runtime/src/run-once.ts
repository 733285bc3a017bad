import { hostname } from "node:os";
import type { z } from "zod";
import { type BaseConfig, readConfig } from "./config.ts";
import { createLog, type Log } from "./log.ts";
import { serviceVersion } from "./version.ts";

/** A program that does one thing and ends: no probes, no shutdown to order. */
export interface OnceDefinition<C extends z.ZodObject> {
  name: string;
  config: C;
  run(context: { config: z.infer<C> & BaseConfig; log: Log; stack: AsyncDisposableStack }): Promise<void>;
}

/** The whole main of such a program: exit 78 when the configuration does not fit, 1 with the error's sentence in the log, else 0. */
export async function runOnce<C extends z.ZodObject>({ name, config: schema, run }: OnceDefinition<C>): Promise<void> {
  const config = readConfig(schema);
  const log = createLog(config.LOG_LEVEL, { service: name, version: serviceVersion(), instance: `${hostname()}-${process.pid}` });
  try {
    await using stack = new AsyncDisposableStack();
    await run({ config, log, stack });
  } catch (error) {
    log.error({ err: error }, error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
