import { setTimeout as delay } from "node:timers/promises";
import { engineNames } from "@token-sentiment/contract";
import { defineEngine, serve } from "@token-sentiment/engine";
import { z } from "zod";

// An engine that does what the symbol says, under its own account: `node scripted-engine.ts <engine>`.
// W250 answers after 250 ms, KILL takes the engine's process down each time, BUG throws.
const [wanted] = process.argv.slice(2);
const name = engineNames.find((engine) => engine === wanted);
if (name === undefined) throw new Error(`no engine ${wanted}`);

await serve(
  defineEngine({
    name,
    timeoutMs: 12_000,
    cacheMs: 0,
    needsContract: false,
    config: z.object({ CHAOS_VICTIM: z.string().default("security").describe("the engine that KILL kills") }),
    open:
      ({ config }) =>
      async ({ coin_symbol }, { signal }) => {
        if (coin_symbol === "KILL" && name === config.CHAOS_VICTIM) process.kill(process.pid, "SIGKILL");
        if (coin_symbol === "BUG") throw new Error("a bug that this token brings to light");
        await delay(Number(/^W(\d+)$/.exec(coin_symbol)?.[1] ?? 0), undefined, { signal });
        return { signals: [] };
      },
  }),
);
