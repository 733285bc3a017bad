import { setTimeout as delay } from "node:timers/promises";
import type { Bucket } from "@token-sentiment/bus";
import { BudgetWindow, type BudgetLimit, describeLimit, lease, untilNextWindow, windowAt } from "./budget-window.ts";
import { UnavailableError } from "./errors.ts";

/** Calls to one upstream, shared with every replica of the role. */
export interface Budget {
  /** Takes one call, waiting for the next window when that comes in time. @throws UnavailableError when it is used up. */
  take(signal: AbortSignal): Promise<void>;
}

/** What a budget is made of. */
export interface BudgetOptions {
  upstream: string;
  limit: BudgetLimit;
  bucket: Pick<Bucket, "get" | "create" | "update">;
  /** `budget.<role>.<upstream>` without the bucket. */
  key: string;
  /** A wait longer than this could never end well: it fails at once. */
  patienceMs: number;
  now: () => number;
}

const CONFLICTS_MAX = 20;

/** Leases calls in batches by compare-and-set, in fixed windows of the clock. */
export function createBudget({ upstream, limit, bucket, key, patienceMs, now }: BudgetOptions): Budget {
  const usedUp = (cause?: unknown) => new UnavailableError(`${upstream} budget of ${describeLimit(limit)} is used up`, { cause });
  let held = { window: -1, calls: 0, spent: false };
  let leasing: Promise<void> | undefined;

  const renew = async (): Promise<void> => {
    for (let tries = 0; tries < CONFLICTS_MAX; tries += 1) {
      const entry = await bucket.get(key);
      const { granted, next } = lease(BudgetWindow.safeParse(entry?.value).data, now(), limit);
      const written =
        granted === 0 || (entry ? await bucket.update(key, next, entry.revision) : await bucket.create(key, next)) !== undefined;
      if (written) {
        held = { window: next.window, calls: granted, spent: granted === 0 };
        return;
      }
    }
    throw new UnavailableError(`${upstream} budget is contended`);
  };
  const renewed = (): Promise<void> => {
    leasing ??= renew()
      .catch((cause: unknown) => {
        throw cause instanceof UnavailableError ? cause : new UnavailableError(`${upstream} budget could not be read`, { cause });
      })
      .finally(() => (leasing = undefined));
    return leasing;
  };

  return {
    async take(signal) {
      for (;;) {
        if (signal.aborted) throw usedUp(signal.reason);
        const current = held.window >= windowAt(now(), limit);
        if (current && held.calls > 0) {
          held.calls -= 1;
          return;
        }
        if (!current || !held.spent) {
          await renewed();
          continue;
        }
        const wait = untilNextWindow(now(), limit);
        if (wait > patienceMs) throw usedUp();
        await delay(wait, undefined, { signal }).catch((cause: unknown) => {
          throw usedUp(cause);
        });
      }
    },
  };
}
