import { createArena } from "./arena.ts";
import { BANDS, createBandIndex } from "./band-index.ts";
import { createShingler, jaccard } from "./shingles.ts";
import { createSketches } from "./sketches.ts";

/** Texts at least this alike are copies: below, real crowds begin to match (sybil.md §3). */
const ALIKE = 0.6;
const MIN_CHARS = 20;
const MIN_WORDS = 5;
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
  const index = createBandIndex(texts);
  const sketches = createSketches(texts);
  /** By leader: the last text it was compared with. */
  const compared = new Int32Array(texts);
  let turn = 0;

  const clusterOf = (folded: string): number | undefined => {
    if (!isJudged(folded) || leaders.count() >= texts) return undefined;
    const { hashes, signature } = read(folded);
    index.look(signature);
    sketches.read(hashes);
    let isSorted = false;
    turn += 1;
    let [best, most] = [-1, ALIKE];
    for (let band = 0; band < BANDS; band += 1) {
      let entry = index.latest(band);
      for (let walked = 0; entry > 0 && walked < WALK; walked += 1) {
        const leader = index.textOf(entry);
        entry = index.before(entry);
        if (compared[leader] === turn) continue;
        compared[leader] = turn;
        // the more texts there are the more share a band by chance
        if (!sketches.mayReach(leader, hashes.length + leaders.sizeOf(leader), most)) continue;
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
    index.enter(leader);
    sketches.keep(leader);
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
