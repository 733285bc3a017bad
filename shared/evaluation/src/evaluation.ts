/** What an evaluation is given. */
export interface EvaluationInput {
  /** The folder of one dataset, by its name under `--datasets`; undefined when it is not there. */
  dataset(name: string): string | undefined;
  /** Prints a line of the result. */
  say(line: string): void;
  /** Prints a line of progress, not of the result. */
  progress(line: string): void;
}

/**
 * Labelled real data against one of our programs, printed with every figure's denominator. `src/<name>.evaluation.ts` exports it as
 * `evaluation`. Deterministic: the same data prints the same result, timings aside.
 */
export interface Evaluation {
  /** A sentence: what is compared with what. */
  title: string;
  /** The datasets it reads; it is run with those that are there, and skipped with a message when none is. */
  datasets: readonly string[];
  run(input: EvaluationInput): Promise<void>;
}
