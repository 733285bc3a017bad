import type { PaidJob, PaymentRecord } from "@token-sentiment/contract";

/** The job that a payment is about now: the paid one, or its rerun. */
export const lastJob = ({ jobs }: PaymentRecord): PaidJob => {
  const last = jobs.at(-1);
  if (!last) throw new Error("a payment without a job");
  return last;
};

/** A payment that nobody works on. */
export function unleased(payment: PaymentRecord): PaymentRecord {
  const { lease, ...rest } = payment;
  return lease ? rest : payment;
}
