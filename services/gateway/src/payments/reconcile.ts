import { BrokerUnreachableError, type StoredPayment } from "@token-sentiment/bus";
import type { PaidContext } from "./paid-context.ts";
import { isLeased } from "./progress.ts";
import { PaymentsUnavailableError, PendingError, RefusedError } from "./refusal.ts";
import { takeUp } from "./settle.ts";

/** Takes up the payments that nobody works on. Any number of gateways may. */
export interface Reconciler extends AsyncDisposable {
  /** Reads what changed and looks at each open payment once; while one runs, the next waits for it. */
  tick(): Promise<void>;
  /** How many payments have an end that is not known, or a job that is not published; and how long this gateway has known of the oldest, s. */
  open(): { count: number; oldest: number };
}

const EVERY_MS = 5000;
/** The mark is for a start after a stop: it need not be exact. */
const NOTE_EVERY = 1000;

const isOpen = ({ payment }: StoredPayment): boolean => payment.state !== "published" && payment.state !== "failed";

/**
 * Follows every payment from its reservation until its job is published or it is forgotten: whatever gateway died, what was settled runs, and what cannot be settled
 * any more is let go. It settles nothing itself: nobody may be waiting any more.
 */
export function startReconciler(context: () => PaidContext, everyMs = EVERY_MS): Reconciler {
  const open = new Map<string, StoredPayment>();
  const since = new Map<string, number>();
  let next: number | undefined;
  let noted = 0;
  let failing = false;

  async function readChanges({ payments }: PaidContext): Promise<void> {
    next ??= noted = await payments.mark();
    for (;;) {
      const page = await payments.page(next);
      for (const stored of page.payments) {
        if (isOpen(stored)) open.set(stored.key, stored);
        else open.delete(stored.key);
        // Nobody waits for what was refused.
        if (!isOpen(stored) || stored.payment.state === "refused") since.delete(stored.key);
        else since.set(stored.key, since.get(stored.key) ?? performance.now());
      }
      for (const key of page.gone) {
        open.delete(key);
        since.delete(key);
      }
      if (page.next === undefined) break;
      next = page.next;
    }
    const mark = Math.min(next, ...[...open.values()].map(({ revision }) => revision));
    if (mark - noted < NOTE_EVERY) return;
    await payments.noteMark(mark);
    noted = mark;
  }

  /** Takes up a payment that is due. */
  async function look(stored: StoredPayment, paid: PaidContext): Promise<void> {
    const { payment } = stored;
    const now = paid.clock.now();
    if (isLeased(payment, now)) return;
    // What was refused is looked at when it can move nothing any more.
    if (payment.state === "refused" && now < (payment.valid_before + 1) * 1000) return;
    const taken = await takeUp(stored, undefined, paid);
    if (!taken) return;
    paid.meters.reconciled();
    paid.log.info({ job_id: taken.payment.jobs.at(-1)?.job_id }, "took up a payment whose gateway was gone");
  }

  async function round(): Promise<void> {
    const paid = context();
    await readChanges(paid);
    for (const stored of open.values()) {
      try {
        await look(stored, paid);
      } catch (error) {
        if (error instanceof PendingError) continue;
        if (error instanceof RefusedError) paid.log.info({ reason: error.reason }, "let a payment go that moved no money");
        else if (error instanceof PaymentsUnavailableError) paid.log.warn({ err: error }, "cannot reconcile a payment now");
        else if (error instanceof BrokerUnreachableError) throw error;
        // One that cannot be published must not hold up the others.
        else paid.log.error({ err: error, payment: stored.key }, "cannot take up a payment, trying on");
      }
    }
  }

  let running: Promise<void> = Promise.resolve();
  const tick = (): Promise<void> => {
    const after = running.catch(() => undefined).then(round);
    running = after;
    return after;
  };
  let timer: NodeJS.Timeout | undefined;
  const later = (): void => {
    timer = setTimeout(() => {
      tick()
        .then(
          () => (failing = false),
          (error: unknown) => {
            if (!failing) context().log.warn({ err: error }, "cannot look at the payments, trying on");
            failing = true;
          },
        )
        .finally(() => timer && later());
    }, everyMs);
  };
  later();
  return {
    tick,
    open() {
      const [oldest = performance.now()] = since.values();
      return { count: since.size, oldest: (performance.now() - oldest) / 1000 };
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      timer = undefined;
      await running.catch(() => undefined);
    },
  };
}
