const SIZE = 4;
const SHINGLES_MAX = 512;
const BINS = 64;
const EMPTY = 0xffffffff;

/** Spreads the bits of a 32-bit number (one round of a public finaliser); unsigned. */
function mix(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The distinct four-character sequences of a folded text, without its spaces, as sorted hashes; at most 512. */
export function shinglesOf(folded: string): Uint32Array {
  const text = folded.replaceAll(" ", "");
  const hashes = new Uint32Array(Math.max(0, text.length - SIZE + 1));
  for (let i = 0; i < hashes.length; i += 1) {
    let h = 0x811c9dc5;
    for (let j = 0; j < SIZE; j += 1) h = Math.imul(h ^ text.charCodeAt(i + j), 0x01000193);
    hashes[i] = mix(h);
  }
  hashes.sort();
  let distinct = 0;
  let previous = -1;
  for (const hash of hashes) {
    if (hash === previous) continue;
    hashes[distinct++] = hash;
    previous = hash;
  }
  return hashes.slice(0, Math.min(distinct, SHINGLES_MAX));
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

const signature = new Uint32Array(BINS);

/** One-permutation MinHash of a set, 64 values; an empty bin takes the next full one's, told apart by its distance. Good until the next call. */
export function signatureOf(shingles: Uint32Array): Uint32Array {
  signature.fill(EMPTY);
  if (shingles.length === 0) return signature;
  for (let i = 0; i < shingles.length; i += 1) {
    const hash = mix((shingles[i] ?? 0) ^ 0x9e3779b9);
    const [bin, value] = [hash >>> 26, hash & 0x3ffffff];
    if (value < (signature[bin] ?? 0)) signature[bin] = value;
  }
  // from the back, twice around: what the last bins take lies among the first
  let [next, distance] = [EMPTY, 0];
  for (let i = 2 * BINS - 1; i >= 0; i -= 1) {
    const value = signature[i % BINS] ?? EMPTY;
    if (i < BINS && value === EMPTY) signature[i] = (next + Math.imul(distance + 1, 0x9e3779b1)) >>> 0;
    distance = value === EMPTY ? distance + 1 : 0;
    if (value !== EMPTY) next = value;
  }
  return signature;
}
