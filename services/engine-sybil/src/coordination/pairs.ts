/** More are not kept. */
const PAIRS_MAX = 250_000;

/** What two accounts did at the same time: the number of the object, and the post of each. */
interface Meeting {
  object: number;
  low: number;
  high: number;
}

/** Pairs of accounts, and whether they met on two objects. */
export interface Pairs {
  /** Notes a meeting of the pair `key`; false when there is no room for another pair. */
  see(key: number, meeting: Meeting): boolean;
  /** The pairs that met on two objects, by two posts of each: one post with two links is one act. */
  twice(): number[];
}

/** Keeps at most 250,000 pairs; of each the first meeting, until it has met twice. */
export function createPairs(): Pairs {
  const places = new Map<number, number>();
  /** By place: the object of the first meeting, -1 = has met twice, and the posts. */
  const [objects, lows, highs] = [new Int32Array(PAIRS_MAX), new Int32Array(PAIRS_MAX), new Int32Array(PAIRS_MAX)];
  return {
    see(key, { object, low, high }) {
      const place = places.get(key);
      if (place === undefined) {
        const next = places.size;
        if (next >= PAIRS_MAX) return false;
        places.set(key, next);
        [objects[next], lows[next], highs[next]] = [object, low, high];
      } else if (objects[place] !== object && lows[place] !== low && highs[place] !== high) objects[place] = -1;
      return true;
    },
    twice: () => [...places].filter(([, place]) => objects[place] === -1).map(([key]) => key),
  };
}
