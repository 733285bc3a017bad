import { createRandom } from "../social/random.ts";

/** Numbers in [0, 1) that are the same for the same seed. */
export const seeded = (seed: string): (() => number) => createRandom(seed).next;

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Text that looks like a Solana address or signature of that length. */
export const base58Like = (random: () => number, length: number): string =>
  Array.from({ length }, () => BASE58[Math.floor(random() * BASE58.length)]).join("");
