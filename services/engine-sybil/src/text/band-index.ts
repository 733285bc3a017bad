/** Bands of a signature, and the values that one is made of. */
export const BANDS = 16;
const ROWS = 4;
/** Places looked at for a key: who knows the seed could crowd them. */
const PROBES = 256;
const SPREAD = 0x9e3779b1;

/** Finds the texts that share a band of their signatures with another: one after the other is looked up, and may be entered. */
export interface BandIndex {
  /** Reads the signature that `latest` and `enter` speak of. */
  look(signature: Uint32Array): void;
  /** The newest entry with the same band; 0 when there is none. */
  latest(band: number): number;
  /** The one entered before it with the same band; 0 when there is none. */
  before(entry: number): number;
  /** The text that an entry is of. */
  textOf(entry: number): number;
  /** Enters the signature looked at as that of `text`, which counts from 0. */
  enter(text: number): void;
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

/** An open table of the bands of at most `texts` texts: each band costs one look into memory that is in no cache, and the sixteen looks go at once. */
export function createBandIndex(texts: number): BandIndex {
  const bits = Math.ceil(Math.log2(1.5 * BANDS * Math.max(2, texts)));
  const mask = 2 ** bits - 1;
  // behind each other, to be read together: a band's key, and its latest entry, 0 = free
  const table = new Int32Array(2 * (mask + 1));
  const previous = new Int32Array(BANDS * texts + 1);
  const [keys, places, found] = [new Int32Array(BANDS), new Int32Array(BANDS), new Int32Array(BANDS)];

  const placeOf = (band: number): number => {
    const key = keys[band] ?? 0;
    let place = places[band] ?? 0;
    for (let probes = 0; probes < PROBES; probes += 1) {
      if (table[2 * place + 1] === 0 || table[2 * place] === key) return place;
      place = (place + 1) & mask;
    }
    return -1;
  };

  return {
    look(signature) {
      for (let band = 0; band < BANDS; band += 1) {
        const key = bandKey(signature, band);
        keys[band] = key;
        places[band] = Math.imul(key, SPREAD) >>> (32 - bits);
      }
      // nothing waits for these: memory is asked for all of them at once
      for (let band = 0; band < BANDS; band += 1) found[band] = table[2 * (places[band] ?? 0) + 1] ?? 0;
      for (let band = 0; band < BANDS; band += 1) {
        if (found[band] === 0) continue;
        const place = placeOf(band);
        found[band] = place < 0 ? 0 : (table[2 * place + 1] ?? 0);
      }
    },
    latest: (band) => found[band] ?? 0,
    before: (entry) => previous[entry] ?? 0,
    textOf: (entry) => Math.floor((entry - 1) / BANDS),
    enter(text) {
      for (let band = 0; band < BANDS; band += 1) {
        const place = placeOf(band);
        if (place < 0) continue;
        const entry = BANDS * text + band + 1;
        previous[entry] = table[2 * place + 1] ?? 0;
        table[2 * place] = keys[band] ?? 0;
        table[2 * place + 1] = entry;
      }
    },
  };
}
