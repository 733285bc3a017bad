/** Sets of numbers behind each other in one piece of memory: an array of its own for each of a million sets costs more than what is in it. */
export interface Arena {
  count(): number;
  /** Copies a set in; its number. */
  add(set: Uint32Array): number;
  /** How many numbers a set has. */
  sizeOf(set: number): number;
  /** A set in ascending order, sorted when it is first asked for. A view: good until the next `add`. */
  sorted(set: number): Uint32Array;
}

const START = 1 << 16;

export function createArena(): Arena {
  let values = new Uint32Array(START);
  /** Where each set ends. */
  const ends: number[] = [];
  const isSorted: boolean[] = [];
  return {
    count: () => ends.length,
    add(set) {
      const from = ends.at(-1) ?? 0;
      const end = from + set.length;
      if (end > values.length) {
        const larger = new Uint32Array(Math.max(end, 2 * values.length));
        larger.set(values.subarray(0, from));
        values = larger;
      }
      values.set(set, from);
      isSorted.push(false);
      return ends.push(end) - 1;
    },
    sizeOf: (set) => (ends[set] ?? 0) - (ends[set - 1] ?? 0),
    sorted(set) {
      const view = values.subarray(ends[set - 1] ?? 0, ends[set]);
      if (isSorted[set] !== true) view.sort();
      isSorted[set] = true;
      return view;
    },
  };
}
