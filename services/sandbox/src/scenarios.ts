import type { Scenario } from "./scenario.ts";
import { fern } from "./tokens/fern.ts";
import { hive } from "./tokens/hive.ts";
import { latch } from "./tokens/latch.ts";
import { mire } from "./tokens/mire.ts";
import { oak } from "./tokens/oak.ts";
import { spire } from "./tokens/spire.ts";
import { toll } from "./tokens/toll.ts";
import { veil } from "./tokens/veil.ts";

/** Every token of the sandbox. A new one is a contract (or the plain one again), a file in `tokens/` and a row here. */
export const scenarios: readonly Scenario[] = [oak, hive, toll, latch, fern, mire, spire, veil];
