import { jaccard, shinglesOf, signatureOf } from "./shingles.ts";

/** Texts at least this alike are copies: below, real crowds begin to match (sybil.md §3). */
const ALIKE = 0.6;
const MIN_CHARS = 20;
const MIN_WORDS = 5;
const BANDS = 16;
const ROWS = 4;
/** Candidates looked at per band: what a flood of look-alikes can cost. */
const WALK = 8;
/** Scripts without spaces between words. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/;

/** Gives folded texts, one after the other, to clusters of copies. */
export interface NearDuplicates {
  /** The text's cluster, or undefined when it is too short to judge. */
  add(folded: string): number | undefined;
}

const isJudged = (folded: string): boolean =>
  folded.length >= MIN_CHARS && (UNSPACED.test(folded) || folded.split(" ").length >= MIN_WORDS);

/** One number for one band of a signature. */
function bandKey(signature: Uint32Array, band: number): number {
  let h = 0x811c9dc5 ^ band;
  for (let row = 0; row < ROWS; row += 1) {
    h = Math.imul(h ^ (signature[band * ROWS + row] ?? 0), 0x85ebca6b);
    h ^= h >>> 13;
  }
  return h;
}

/**
 * A text joins the cluster whose first text it resembles most, else it opens one: clusters stay narrow, and the same texts in the same order
 * give the same clusters. Candidates by banded MinHash, verified by exact Jaccard.
 */
export function createNearDuplicates(): NearDuplicates {
  const exact = new Map<string, number | undefined>();
  const leaders: Uint32Array[] = [];
  const buckets = Array.from({ length: BANDS }, () => new Map<number, number[]>());

  const clusterOf = (folded: string): number | undefined => {
    if (!isJudged(folded)) return undefined;
    const shingles = shinglesOf(folded);
    const signature = signatureOf(shingles);
    const keys = buckets.map((_, band) => bandKey(signature, band));
    const candidates = new Set(buckets.flatMap((bucket, band) => bucket.get(keys[band] ?? 0)?.slice(-WALK) ?? []));
    let [best, most] = [-1, ALIKE];
    for (const candidate of [...candidates].toSorted((a, b) => a - b)) {
      const likeness = jaccard(leaders[candidate] ?? new Uint32Array(), shingles, most);
      if (likeness < most || (likeness === most && best >= 0)) continue;
      [best, most] = [candidate, likeness];
    }
    if (best >= 0) return best;
    leaders.push(shingles);
    for (const [band, bucket] of buckets.entries()) {
      const key = keys[band] ?? 0;
      const found = bucket.get(key);
      if (found) found.push(leaders.length - 1);
      else bucket.set(key, [leaders.length - 1]);
    }
    return leaders.length - 1;
  };

  return {
    add(folded) {
      if (exact.has(folded)) return exact.get(folded);
      const cluster = clusterOf(folded);
      exact.set(folded, cluster);
      return cluster;
    },
  };
}
