import { createHourTally } from "./hour-tally.ts";
import type { Start } from "./resume.ts";
import type { StreamEvent } from "./read-event.ts";
import type { Store } from "./store.ts";

/** Takes events in the order of their stream and has them stored, counted and told as progress, behind a queue of limited length. */
export interface Intake {
  /** False when the queue is full: the event is not taken. */
  offer(event: StreamEvent): boolean;
  /** Says that what lies before `at_us` was not heard: progress and counting begin anew there. */
  skipTo(at_us: number): void;
  /** Resolves when everything taken is stored. Rejects when storing was given up. */
  drained(): Promise<void>;
  /** Up to where everything is stored, epoch microseconds; where it began, until the first event. */
  readonly cursor_us: number;
  readonly leftOut: number;
}

export interface IntakeOptions {
  store: Store;
  start: Start;
  /** How often progress is told while nothing else asks for it, ms. */
  progressMs: number;
  /** Called for each stored batch; `posts` were new under a term, `copies` were there already. */
  onStored: (stored: { posts: number; copies: number; hours: number }) => void;
  /** Epoch ms. */
  now: () => number;
  /** Events that may wait; 5,000 when omitted. */
  queueMax?: number;
}

type Item = StreamEvent | { skipTo: number };
const BATCH = 500;

export function createIntake({ store, start, progressMs, onStored, now, queueMax = 5000 }: IntakeOptions): Intake {
  const queue: Item[] = [];
  const tally = createHourTally((start.since_us === undefined ? start.cursor_us : Math.max(start.cursor_us, start.since_us)) / 1000);
  let { cursor_us, since_us } = start;
  let told = { us: start.until_us ?? 0, at: 0 };
  let working: Promise<void> | undefined;

  const begin = (at_us: number): void => {
    since_us = at_us;
    cursor_us = Math.max(cursor_us, at_us);
    tally.restart(at_us / 1000);
  };
  async function take(items: readonly Item[]): Promise<void> {
    const events = items.flatMap((item) => ("skipTo" in item ? [] : [item]));
    const named = events.flatMap((event) => event.named ?? []);
    const posts = await store.posts(named);
    for (const item of items) {
      if ("skipTo" in item) begin(item.skipTo);
      else {
        if (since_us === undefined) begin(item.at_us);
        if (item.named) tally.add(item.named);
        cursor_us = Math.max(cursor_us, item.at_us);
      }
    }
    const hours = tally.close(cursor_us / 1000);
    for (const hour of hours) await store.hour(hour);
    const pairs = named.reduce((sum, { terms }) => sum + terms.length, 0);
    onStored({ posts, copies: pairs - posts, hours: hours.length });
    const isDue = hours.length > 0 || now() - told.at >= progressMs;
    if (isDue && cursor_us > told.us && since_us !== undefined) {
      await store.progress(since_us, cursor_us);
      told = { us: cursor_us, at: now() };
    }
  }
  async function work(): Promise<void> {
    while (queue.length > 0) await take(queue.splice(0, BATCH));
  }
  const push = (item: Item): void => {
    queue.push(item);
    working ??= Promise.resolve()
      .then(work)
      .finally(() => (working = undefined));
    // whoever drains hears of it
    working.catch(() => undefined);
  };
  return {
    offer(event) {
      if (queue.length >= queueMax) return false;
      push(event);
      return true;
    },
    skipTo: (at_us) => push({ skipTo: at_us }),
    drained: async () => working,
    get cursor_us() {
      return cursor_us;
    },
    get leftOut() {
      return tally.leftOut;
    },
  };
}
