import type { Bells } from "./bells.ts";

/** What rings for one job. Disposing stops listening. */
export interface JobBell extends Disposable {
  /** The newest revision and sequence that rang, 0 for none. */
  readonly row: number;
  readonly evidence: number;
  /** Returns when something rang since the last call, after `ms`, or when `until` aborts. True when something rang. */
  wait(ms: number): Promise<boolean>;
}

/** Listens for a job's row, and for its evidence where that is wanted. */
export function listenFor(jobId: string, { rows, evidence }: Pick<Bells, "rows"> & Partial<Bells>, until: AbortSignal): JobBell {
  const newest = { row: 0, evidence: 0 };
  let rung = false;
  let wake: (() => void) | undefined;
  const ring = (what: keyof typeof newest) => (seq: number) => {
    newest[what] = Math.max(newest[what], seq);
    rung = true;
    wake?.();
  };
  const stack = new DisposableStack();
  stack.use(rows.listen(jobId, ring("row")));
  stack.use(evidence?.listen(jobId, ring("evidence")));
  const left = new AbortController();
  stack.defer(() => left.abort());
  until.addEventListener("abort", () => wake?.(), { signal: left.signal });
  return {
    get row() {
      return newest.row;
    },
    get evidence() {
      return newest.evidence;
    },
    async wait(ms) {
      if (!rung && !until.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, ms);
        await promise;
        clearTimeout(timer);
      }
      const heard = rung;
      rung = false;
      return heard;
    },
    [Symbol.dispose]: () => stack.dispose(),
  };
}
