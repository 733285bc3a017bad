import { TEXT_MAX } from "./skeleton.ts";
import { smallestOf } from "./smallest.ts";

const SIZE = 4;
const SHINGLES_MAX = 512;
const BINS = 64;
const EMPTY = 0xffffffff;
const SPACE = 32;
const SLOTS = 4096;

/** What a folded text is compared by. Good until the next text. */
export interface Shingles {
  /** Hashes of its distinct four-character sequences, without its spaces, in no order; the 512 smallest when there are more. */
  hashes: Uint32Array;
  /** One-permutation MinHash of all of them, 64 values; an empty bin takes the next full one's, told apart by its distance. */
  signature: Uint32Array;
}

/** Spreads the bits of a 32-bit number (one round of a public finaliser); unsigned. */
function mix(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** 32 bits of a seed's name (FNV-1a). */
function seedOf(name: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < name.length; i += 1) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193);
  return mix(h);
}

/** Reads folded texts one after the other. `seed` decides the hashes: who does not know it cannot make texts that collide. */
export function createShingler(seed: string): (folded: string) => Shingles {
  const start = seedOf(seed);
  // odd, so that no factor loses bits
  const factor = (mix(start ^ 0x5bd1e995) | 1) >>> 0;
  const leaving = Math.imul(Math.imul(factor, factor), Math.imul(factor, factor));
  const units = new Uint16Array(2 * TEXT_MAX);
  const hashes = new Uint32Array(2 * TEXT_MAX);
  const signature = new Uint32Array(BINS);
  // an open table of what this text has had: the hash, and the text that put it there
  const slots = new Uint32Array(SLOTS);
  const owners = new Uint32Array(SLOTS);
  let text = 0;

  return (folded) => {
    let length = 0;
    for (let i = 0; i < folded.length && length < units.length; i += 1) {
      const unit = folded.charCodeAt(i);
      if (unit !== SPACE) units[length++] = unit;
    }
    text += 1;
    signature.fill(EMPTY);
    let distinct = 0;
    let rolling = 0;
    for (let i = 0; i < length; i += 1) {
      rolling = (Math.imul(rolling, factor) + (units[i] ?? 0)) | 0;
      if (i >= SIZE) rolling = (rolling - Math.imul(units[i - SIZE] ?? 0, leaving)) | 0;
      if (i < SIZE - 1) continue;
      const hash = mix(rolling ^ start);
      let slot = hash & (SLOTS - 1);
      while (owners[slot] === text && slots[slot] !== hash) slot = (slot + 1) & (SLOTS - 1);
      if (owners[slot] === text) continue;
      owners[slot] = text;
      slots[slot] = hash;
      hashes[distinct++] = hash;
      const [bin, value] = [hash >>> 26, hash & 0x3ffffff];
      if (value < (signature[bin] ?? 0)) signature[bin] = value;
    }
    if (distinct > 0) fillEmpty(signature);
    return { hashes: smallestOf(hashes.subarray(0, distinct), SHINGLES_MAX), signature };
  };
}

function fillEmpty(signature: Uint32Array): void {
  if (!signature.includes(EMPTY)) return;
  // from the back, twice around: what the last bins take lies among the first
  let [next, distance] = [EMPTY, 0];
  for (let i = 2 * BINS - 1; i >= 0; i -= 1) {
    const value = signature[i % BINS] ?? EMPTY;
    if (i < BINS && value === EMPTY) signature[i] = (next + Math.imul(distance + 1, 0x9e3779b1)) >>> 0;
    distance = value === EMPTY ? distance + 1 : 0;
    if (value !== EMPTY) next = value;
  }
}

/** |a ∩ b| / |a ∪ b| of two sorted sets; 0 as soon as it cannot reach `atLeast`. */
export function jaccard(a: Uint32Array, b: Uint32Array, atLeast: number): number {
  const [small, large] = a.length < b.length ? [a.length, b.length] : [b.length, a.length];
  if (large === 0 || small < atLeast * large) return 0;
  const needed = (atLeast / (1 + atLeast)) * (a.length + b.length) - 1e-9;
  let i = 0;
  let j = 0;
  let common = 0;
  while (i < a.length && j < b.length) {
    if (common + Math.min(a.length - i, b.length - j) < needed) return 0;
    const x = a[i] ?? 0;
    const y = b[j] ?? 0;
    if (x === y) common += 1;
    if (x <= y) i += 1;
    if (y <= x) j += 1;
  }
  return common / (a.length + b.length - common);
}
