/** Time, as the client sees it; tests bring their own. */
export interface Pace {
  /** Monotonic, ms. */
  now(): number;
  /** Resolves after `ms`. @throws the signal's reason when it aborts before. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  /** 0..1. */
  random(): number;
}

/** The machine's own. */
export const realPace: Pace = {
  now: () => performance.now(),
  random: Math.random,
  pause: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = (): void => {
        clearTimeout(timer);
        reject(reasonOf(signal));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", stop);
        resolve();
      }, ms);
      signal?.addEventListener("abort", stop, { once: true });
    }),
};

const reasonOf = (signal: AbortSignal | undefined): Error => {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException("the operation was aborted", "AbortError");
};

/** Between two polls: 2 to 3 s, so that many clients do not ask in step. */
export const betweenPollsMs = ({ random }: Pick<Pace, "random">): number => 2000 + Math.round(random() * 1000);
