const REMEMBERED = 10_000;

/** The requests that this process has answered, by stream sequence: one that comes again lost its acknowledgement, not its answer. */
export interface Answered {
  has(seq: number): boolean;
  add(seq: number): void;
}

/** Remembers the last 10,000: forgetting one costs another run and nothing else. */
export function createAnswered(): Answered {
  const seqs = new Set<number>();
  return {
    has: (seq) => seqs.has(seq),
    add(seq) {
      seqs.add(seq);
      const [oldest] = seqs;
      if (seqs.size > REMEMBERED && oldest !== undefined) seqs.delete(oldest);
    },
  };
}
