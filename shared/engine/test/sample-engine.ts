import { z } from "zod";
import { defineEngine, serve } from "../src/index.ts";
import { finding } from "./finding.ts";

/** An engine as its author writes it; a token named KILL takes the process down with it. */
await serve(
  defineEngine({
    name: "security",
    timeoutMs: 12_000,
    cacheMs: 0,
    needsContract: true,
    config: z.object({ ENGINE_SAMPLE_CODE: z.string().default("sample") }),
    open:
      ({ config }) =>
      async ({ coin_symbol }) => {
        if (coin_symbol === "KILL") process.kill(process.pid, "SIGKILL");
        return { signals: [finding(config.ENGINE_SAMPLE_CODE)] };
      },
  }),
);
