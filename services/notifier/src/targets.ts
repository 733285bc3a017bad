/** How much is called at once. */
export interface TargetLimits {
  /** Of one receiver. */
  perHost: number;
  /** Of one caller, whatever hosts it names. */
  perCaller: number;
}

/** A place that was taken, until it is given back; or when to come again, ms. */
type Place = { leave: () => void } | { afterMs: number };

/** Who is being called now, in this process. */
export interface Targets {
  /** Takes a place, or says how long to wait: those who wait come one after the other, not all at once. */
  take(host: string, caller: string): Place;
}

/** How long a place is taken on average, as far as nobody knows better. */
const TURN_MS = 1000;
const WAIT_MAX_MS = 60_000;

interface Line {
  inside: number;
  /** When the next who has to wait may come. */
  nextAt: number;
}

/** Keeps one slow receiver, or one caller of many, from holding up the others. `now` is ms of any steady clock. */
export function createTargets({ perHost, perCaller }: TargetLimits, now: () => number): Targets {
  const lines = new Map<string, Line>();

  const isFull = ({ key, limit }: { key: string; limit: number }): boolean => (lines.get(key)?.inside ?? 0) >= limit;
  const waitIn = (known: Line, limit: number): number => {
    known.nextAt = Math.min(Math.max(known.nextAt, now()) + TURN_MS / limit, now() + WAIT_MAX_MS);
    return known.nextAt - now();
  };
  /** Takes a place there; what nobody is in is forgotten. */
  const enter = (key: string): (() => void) => {
    const known = lines.get(key) ?? { inside: 0, nextAt: 0 };
    lines.set(key, known);
    known.inside++;
    return () => {
      if (--known.inside === 0) lines.delete(key);
    };
  };

  return {
    take(host, caller) {
      const wanted = [
        { key: `host ${host}`, limit: perHost },
        { key: `caller ${caller}`, limit: perCaller },
      ];
      const waits = wanted.filter(isFull).map(({ key, limit }) => waitIn(lines.get(key)!, limit));
      if (waits.length > 0) return { afterMs: Math.max(...waits) };
      const left = wanted.map(({ key }) => enter(key));
      return {
        leave() {
          for (const leave of left) leave();
        },
      };
    },
  };
}
