/** A stream of chance that its seed decides. */
export interface Random {
  /** 0 <= x < 1. */
  next(): number;
  /** An integer, 0 <= x < n. */
  below(n: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
}

/** Seeded by any text (FNV-1a, then mulberry32): the same text, the same stream, on every machine. */
export function createRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i += 1) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return { next, below, pick: (from) => from[below(from.length)] ?? from[0] };
}
