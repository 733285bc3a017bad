import { hash } from "node:crypto";

/** A stream of numbers, 0 <= x < 1, that looks like chance and is the same for the same seed on every machine: SHA-256 of the seed and a count. */
export function chance(seed: string): () => number {
  let count = 0;
  return () => hash("sha256", `${seed} ${count++}`, "buffer").readUInt32BE(0) / 2 ** 32;
}
