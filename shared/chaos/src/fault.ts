import type { Load } from "./load.ts";
import type { World } from "./world.ts";

/** One thing that goes wrong and is over again when `run` settles. Leaves nothing behind but what must heal by itself. */
export interface Fault {
  name: string;
  /** The world in which it can happen; both when omitted. */
  needs?: "one node" | "three nodes";
  run(world: World, random: () => number, load: Load): Promise<void>;
  /** Jobs are worked again so many ms after its beginning, though it may go on. */
  againWithinMs?: number;
  /** While it lasts every submission is refused, within so many ms. */
  refusesWithinMs?: number;
}

/** A whole number from `least` to `most`. */
export const between = (random: () => number, least: number, most: number): number => least + Math.floor(random() * (most - least + 1));

/** One of several. */
export const pick = <T>(random: () => number, among: readonly [T, ...T[]]): T => among[between(random, 0, among.length - 1)] ?? among[0];
