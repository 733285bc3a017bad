/** Numbers in [0, 1) that are the same for the same seed: FNV-1a of the text, then mulberry32. */
export function seeded(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Text that looks like a Solana address or signature of that length. */
export const base58Like = (random: () => number, length: number): string =>
  Array.from({ length }, () => BASE58[Math.floor(random() * BASE58.length)]).join("");
