import type { PaymentRecord, UsageOutcome } from "@token-sentiment/contract";
import type { Payments } from "@token-sentiment/bus";
import { lastJob, unleased } from "./unleased.ts";

/**
 * Notes at its payment how a paid job ended, once: what the ledger tells, and what earns a rerun when the job itself is forgotten. `at` is broker time, epoch ms.
 * Throws like `Payments`.
 */
export async function noteEnd(payments: Payments, jobId: string, { outcome, at }: { outcome: UsageOutcome; at: number }): Promise<void> {
  for (;;) {
    const claim = await payments.claimOf(jobId);
    const stored = claim && (await payments.get(claim.payment));
    const job = stored?.payment.jobs.find(({ job_id }) => job_id === jobId);
    if (!stored || !job || job.outcome !== undefined) return;
    const { payment } = stored;
    const jobs = payment.jobs.map((one) => (one === job ? { ...one, outcome, ended_at: at } : one));
    const ended: PaymentRecord =
      job === lastJob(payment)
        ? { ...unleased(payment), jobs, state: outcome === "failed" ? "failed" : "published" }
        : { ...payment, jobs };
    if (await payments.update(stored, ended)) return;
  }
}
