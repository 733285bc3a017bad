/** The mean and the dispersion of a number per chunk, older chunks counting less and less: two numbers, whatever the length of the window. */
export interface Usual {
  readonly mean: number;
  /** Standard deviation. */
  readonly deviation: number;
  /** Takes the next chunk's value in, after `skipped` chunks in which it was 0. */
  add(value: number, skipped: number): void;
}

/** Opens a moving mean whose weights halve every `halfLife` chunks (exponentially weighted mean and variance, West 1979). It begins at 0. */
export function createUsual(halfLife: number): Usual {
  const kept = 0.5 ** (1 / halfLife);
  let mean = 0;
  let square = 0;
  return {
    get mean() {
      return mean;
    },
    get deviation() {
      return Math.sqrt(Math.max(0, square - mean ** 2));
    },
    add(value, skipped) {
      const old = kept ** (skipped + 1);
      mean = old * mean + (1 - kept) * value;
      square = old * square + (1 - kept) * value ** 2;
    },
  };
}
