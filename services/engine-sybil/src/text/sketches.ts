/** 32-bit words of a sketch. */
const WORDS = 4;
const PLACES_MASK = 32 * WORDS - 1;

/** Short notes of sets of hashes: which of 128 places they fall on. Two sets differ in at least as many hashes as their sketches do in places. */
export interface Sketches {
  /** Takes down the set that `mayReach` and `keep` speak of. */
  read(hashes: Uint32Array): void;
  /** False only when |a ∩ b| / |a ∪ b| of it and the kept set is surely below `atLeast`; `sizes` = |a| + |b|. */
  mayReach(kept: number, sizes: number, atLeast: number): boolean;
  /** Keeps it under a number below `sets`. */
  keep(number: number): void;
}

/** Room for so many sets: looking at a sketch costs a fraction of looking at a set. */
export function createSketches(sets: number): Sketches {
  const kept = new Int32Array(WORDS * sets);
  const own = new Int32Array(WORDS);
  return {
    read(hashes) {
      own.fill(0);
      for (let i = 0; i < hashes.length; i += 1) {
        const place = (hashes[i] ?? 0) & PLACES_MASK;
        own[place >>> 5]! |= 1 << (place & 31);
      }
    },
    mayReach(number, sizes, atLeast) {
      let different = 0;
      for (let word = 0; word < WORDS; word += 1) different += bitsOf((own[word] ?? 0) ^ (kept[WORDS * number + word] ?? 0));
      // J = (sizes - difference) / (sizes + difference)
      return different <= ((1 - atLeast) / (1 + atLeast)) * sizes + 1e-9;
    },
    keep: (number) => kept.set(own, WORDS * number),
  };
}

function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
