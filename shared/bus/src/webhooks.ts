import { streams, type WebhookAgain, WebhookAttempt, WebhookDue, webhookSubjects } from "@token-sentiment/contract";
import { publishStored } from "./ask-broker.ts";
import { brokerError } from "./broker-error.ts";
import type { Bus } from "./bus.ts";
import { messagesOf } from "./direct-batch.ts";
import { messageHeaders } from "./message-headers.ts";
import type { Stored } from "./stored.ts";
import { ATTEMPTS_KEPT } from "./webhooks-stream.ts";

const PAGE = 500;

/** An attempt as it lies in the log, with its place. */
export interface LoggedAttempt extends WebhookAttempt {
  seq: number;
}

async function append(bus: Bus, subject: string, { id, value }: { id?: string; value: object }): Promise<boolean> {
  const options = { data: JSON.stringify(value), headers: messageHeaders(bus, {}), ...(id !== undefined && { msgId: id }) };
  try {
    return (await publishStored(bus, { subject, ...options })).duplicate !== true;
  } catch (error) {
    throw brokerError(error, bus.role, `publish to ${streams.webhooks}`);
  }
}

/** Queues the telling of a job's end, once per `webhook-id` within a day. False when it was queued before. Throws like `writeFact`. */
export const queueWebhook = (bus: Bus, due: WebhookDue): Promise<boolean> =>
  append(bus, webhookSubjects.due(due.job_id), { id: due.id, value: due });

/** Asks for a job's webhook again. Throws like `writeFact`. */
export const askWebhookAgain = async (bus: Bus, again: WebhookAgain): Promise<void> =>
  void (await append(bus, webhookSubjects.again(again.job_id), { value: again }));

/** Writes an attempt down, once. Two that were made at once by two notifiers are two, though they count as the same. Throws like `writeFact`. */
export const appendAttempt = async (bus: Bus, attempt: WebhookAttempt): Promise<void> => {
  const id = `${attempt.id} ${attempt.order} ${attempt.attempt} ${attempt.at}`;
  await append(bus, webhookSubjects.log(attempt.job_id), { id, value: attempt });
};

const attemptsIn = (stored: readonly Stored[]): LoggedAttempt[] =>
  stored.flatMap(({ value, seq, forged }) => {
    const attempt = forged ? undefined : WebhookAttempt.safeParse(value).data;
    return attempt ? [{ ...attempt, seq }] : [];
  });

const readPage = async (bus: Bus, subject: string, { batch, seq = 1 }: { batch: number; seq?: number }): Promise<Stored[]> => {
  try {
    return await messagesOf(bus, streams.webhooks, { subject, batch, seq });
  } catch (error) {
    throw brokerError(error, bus.role, "read the log of webhooks");
  }
};

/** The newest webhook of a job, from any replica; undefined when there is none that can be read. Throws like `writeFact`. */
export async function readWebhook(bus: Bus, jobId: string): Promise<WebhookDue | undefined> {
  const newest = (await readPage(bus, webhookSubjects.due(jobId), { batch: ATTEMPTS_KEPT })).findLast(({ forged }) => !forged);
  return newest && WebhookDue.safeParse(newest.value).data;
}

/** The attempts at a job's webhooks, oldest first, from any replica. Throws like `writeFact`. */
export const readAttempts = async (bus: Bus, jobId: string): Promise<LoggedAttempt[]> =>
  attemptsIn(await readPage(bus, webhookSubjects.log(jobId), { batch: ATTEMPTS_KEPT }));

/** Every attempt of the last three days, oldest first. Throws like `writeFact`. */
export async function readAllAttempts(bus: Bus): Promise<LoggedAttempt[]> {
  const all: LoggedAttempt[] = [];
  for (let seq = 1; ;) {
    const page = await readPage(bus, webhookSubjects.log("*"), { batch: PAGE, seq });
    all.push(...attemptsIn(page));
    const last = page.at(-1);
    if (!last) return all;
    seq = last.seq + 1;
  }
}
