import type { Scenario } from "./scenario.ts";
import { hive } from "./tokens/hive.ts";
import { latch } from "./tokens/latch.ts";
import { oak } from "./tokens/oak.ts";
import { toll } from "./tokens/toll.ts";

/** Every token of the sandbox. A new one is a contract, a file in `tokens/` and a row here. */
export const scenarios: readonly Scenario[] = [oak, hive, toll, latch];
