import { createArena } from "./arena.ts";
import { createShingler, jaccard } from "./shingles.ts";

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

function isJudged(folded: string): boolean {
  if (folded.length < MIN_CHARS) return false;
  let words = 1;
  for (let at = folded.indexOf(" "); at >= 0 && words < MIN_WORDS; at = folded.indexOf(" ", at + 1)) words += 1;
  return words >= MIN_WORDS || UNSPACED.test(folded);
}

/** One number for one band of a signature. */
function bandKey(signature: Uint32Array, band: number): number {
  let h = 0x811c9dc5 ^ band;
  for (let row = 0; row < ROWS; row += 1) {
    h = Math.imul(h ^ (signature[band * ROWS + row] ?? 0), 0x85ebca6b);
    h ^= h >>> 13;
  }
  return h;
}

/** What near-duplicates are looked for with. */
export interface NearDuplicateOptions {
  /** So many different texts are told apart at most; 1,024 when omitted. */
  texts?: number;
  /** Decides the hashes: who does not know it cannot make texts that collide. */
  seed?: string;
}

/**
 * A text joins the cluster whose first text it resembles most, else it opens one: clusters stay narrow, and the same texts in the same order
 * give the same clusters. Candidates by banded MinHash, verified by exact Jaccard.
 */
export function createNearDuplicates({ texts = 1024, seed = "" }: NearDuplicateOptions = {}): NearDuplicates {
  const read = createShingler(seed);
  const exact = new Map<string, number | undefined>();
  const leaders = createArena();
  const mask = 2 ** Math.ceil(Math.log2(2 * Math.max(2, texts))) - 1;
  // by band and bucket: the latest leader, counted from 1; by leader and band: its key, and behind it the one before it in its bucket
  const latest = new Int32Array(BANDS * (mask + 1));
  const links = new Int32Array(2 * BANDS * (texts + 1));
  /** By leader: the last text it was compared with. */
  const compared = new Int32Array(texts);
  let turn = 0;

  const clusterOf = (folded: string): number | undefined => {
    if (!isJudged(folded) || leaders.count() >= texts) return undefined;
    const { hashes, signature } = read(folded);
    const own = 2 * BANDS * leaders.count();
    let isSorted = false;
    turn += 1;
    let [best, most] = [-1, ALIKE];
    for (let band = 0; band < BANDS; band += 1) {
      const key = bandKey(signature, band);
      links[own + 2 * band] = key;
      let walked = 0;
      let next = latest[band * (mask + 1) + (key & mask)] ?? 0;
      while (next > 0 && walked < WALK) {
        const leader = next - 1;
        const link = 2 * (BANDS * leader + band);
        next = links[link + 1] ?? 0;
        walked += 1;
        if (links[link] !== key || compared[leader] === turn) continue;
        compared[leader] = turn;
        // most texts are never compared with any
        if (!isSorted) hashes.sort();
        isSorted = true;
        const likeness = jaccard(leaders.sorted(leader), hashes, most);
        if (likeness < most || (likeness === most && best >= 0 && leader > best)) continue;
        [best, most] = [leader, likeness];
      }
    }
    if (best >= 0) return best;
    const leader = leaders.add(hashes);
    for (let band = 0; band < BANDS; band += 1) {
      const bucket = band * (mask + 1) + ((links[own + 2 * band] ?? 0) & mask);
      links[own + 2 * band + 1] = latest[bucket] ?? 0;
      latest[bucket] = leader + 1;
    }
    return leader;
  };

  return {
    add(folded) {
      const known = exact.get(folded);
      if (known !== undefined || exact.has(folded)) return known;
      const cluster = clusterOf(folded);
      exact.set(folded, cluster);
      return cluster;
    },
  };
}
