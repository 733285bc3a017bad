import type { AppContext } from "./context.ts";
import { ANSWER_MS, within } from "./deadline.ts";
import { ApiError } from "./errors.ts";
import { type SubmitResult, submit, type Submitted } from "./submit.ts";

/** What comes with a paid request: the value of `PAYMENT-SIGNATURE`, and the resource as the challenge names it. Not heard when payments are off. */
export interface Payment {
  header: string;
  url: string;
}

/** Where analyses come in, by whatever protocol: counted, logged, and refused while the service drains. */
export interface Intake {
  /** @throws ApiError, or the bus's errors when the broker cannot take it. */
  take(asked: Submitted, payment?: Payment): Promise<SubmitResult & { requestId?: string }>;
  /** Counts a refusal, by its code. */
  rejected(reason: string): void;
}

/** Opens the intake; once a process, since it owns the counters. */
export function createIntake(context: AppContext): Intake {
  const { log, metrics, draining, desk } = context;
  const accepted = metrics.counter("tsa_gateway_jobs_accepted_total", "Analyses accepted.");
  const replayed = metrics.counter("tsa_gateway_jobs_replayed_total", "Requests answered with the job they had started before.");
  const refused = metrics.counter("tsa_gateway_jobs_rejected_total", "Requests for an analysis that were refused, by reason.", {
    labels: ["reason"],
  });
  return {
    rejected: (reason) => refused.inc({ reason }),
    async take(asked, payment) {
      if (draining?.aborted) throw new ApiError("unavailable");
      const result = desk && payment ? await desk.take(payingOf(asked, payment)) : await within(ANSWER_MS, submit(asked, context));
      if (result.replayed) replayed.inc();
      else {
        accepted.inc();
        log.info({ job_id: result.accepted.job_id }, "accepted a job");
      }
      return result;
    },
  };
}

const payingOf = ({ body, requestId, generated, fresh, contextId }: Submitted, { header, url }: Payment) => ({
  payment: header,
  url,
  body,
  requestId: generated ? undefined : requestId,
  fresh,
  contextId,
});
