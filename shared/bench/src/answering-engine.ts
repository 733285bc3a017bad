import { setTimeout as delay } from "node:timers/promises";
import { engineNames } from "@token-sentiment/contract";
import { defineEngine, serve } from "@token-sentiment/engine";
import { z } from "zod";
import { findingsOf } from "./findings.ts";

// An engine that needs so many milliseconds and always finds the same: `node answering-engine.ts <engine> <ms>`, under that engine's own account.
const [wanted, ms = "0"] = process.argv.slice(2);
const name = engineNames.find((engine) => engine === wanted);
if (name === undefined) throw new Error(`no engine ${wanted}`);

await serve(
  defineEngine({
    name,
    timeoutMs: 1000,
    cacheMs: 0,
    needsContract: false,
    config: z.object({}),
    open: () => async () => {
      if (Number(ms) > 0) await delay(Number(ms));
      return findingsOf(name, Date.now());
    },
  }),
);
