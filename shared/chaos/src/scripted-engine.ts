import { setTimeout as delay } from "node:timers/promises";
import { engineNames } from "@token-sentiment/contract";
import { defineEngine, serve } from "@token-sentiment/engine";
import { z } from "zod";

// An engine that does what the symbol says, under its own account: `node scripted-engine.ts <engine>`.
// W250 answers after 250 ms, KILL takes the engine's process down each time, BLOCK and anything behind it stops its event loop for 40 s, BUG throws.
const [wanted] = process.argv.slice(2);
const name = engineNames.find((engine) => engine === wanted);
if (name === undefined) throw new Error(`no engine ${wanted}`);

const BLOCKED_MS = 40_000;
const blocked = new Set<string>();

/** Once for each symbol: when it is delivered again the engine answers. */
function block(symbol: string): void {
  if (blocked.has(symbol)) return;
  blocked.add(symbol);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
}

await serve(
  defineEngine({
    name,
    timeoutMs: 12_000,
    cacheMs: 0,
    needsContract: false,
    config: z.object({ CHAOS_VICTIM: z.string().default("security").describe("the engine that KILL kills and BLOCK blocks") }),
    open:
      ({ config }) =>
      async ({ coin_symbol }, { signal }) => {
        if (coin_symbol === "KILL" && name === config.CHAOS_VICTIM) process.kill(process.pid, "SIGKILL");
        if (coin_symbol.startsWith("BLOCK") && name === config.CHAOS_VICTIM) block(coin_symbol);
        if (coin_symbol === "BUG") throw new Error("a bug that this token brings to light");
        await delay(Number(/^W(\d+)$/.exec(coin_symbol)?.[1] ?? 0), undefined, { signal });
        return { signals: [] };
      },
  }),
);
