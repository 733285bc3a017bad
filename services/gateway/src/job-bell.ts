import { doorbells } from "@token-sentiment/contract";
import { type Bus, subscribeDoorbell } from "@token-sentiment/bus";

/** The doorbells of one job: its row's and its evidence's. Disposing hangs them up. */
export interface JobBell extends Disposable {
  /** The newest revision and sequence that rang, 0 for none. */
  readonly row: number;
  readonly evidence: number;
  /** Returns when something rang since the last call, after `ms`, or when `until` aborts. True when something rang. */
  wait(ms: number): Promise<boolean>;
}

/** Listens for a job. Costs two core subscriptions. */
export function listenFor(bus: Bus, jobId: string, until: AbortSignal): JobBell {
  let row = 0;
  let evidence = 0;
  let rung = false;
  let wake: (() => void) | undefined;
  const ring = (): void => {
    rung = true;
    wake?.();
  };
  const stack = new DisposableStack();
  stack.use(
    subscribeDoorbell(bus, doorbells.job(jobId), (_subject, seq) => {
      row = Math.max(row, seq);
      ring();
    }),
  );
  stack.use(
    subscribeDoorbell(bus, doorbells.evidenceOf(jobId), (_subject, seq) => {
      evidence = Math.max(evidence, seq);
      ring();
    }),
  );
  const left = new AbortController();
  stack.defer(() => left.abort());
  until.addEventListener("abort", () => wake?.(), { signal: left.signal });
  return {
    get row() {
      return row;
    },
    get evidence() {
      return evidence;
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
