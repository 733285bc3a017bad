import { askWebhookAgain, brokerStatus, type Bus, type LoggedAttempt, readAllAttempts, readWebhook } from "@token-sentiment/bus";
import { durables } from "@token-sentiment/contract";
import { CommandError } from "../command.ts";

const time = (at: number): string => new Date(at).toISOString();

/** One webhook by its attempts, oldest first; nothing for one that was taken. */
function lineOf(attempts: readonly LoggedAttempt[]): string[] {
  const last = attempts.at(-1);
  if (!last || attempts.some(({ outcome }) => outcome === "delivered")) return [];
  const { job_id, at, outcome, status, next_at } = last;
  const next = next_at === undefined ? "given up" : `next ${time(next_at)}`;
  return [[time(at), job_id, String(attempts.length), outcome, String(status ?? "-"), next].join("\t")];
}

/** The webhooks of the last three days that nobody took, by their last attempt, and how many wait. Throws like `writeFact`. */
export async function listWebhooks(bus: Bus): Promise<string[]> {
  const [attempts, { consumers }] = await Promise.all([readAllAttempts(bus), brokerStatus(bus)]);
  const lines = [...Map.groupBy(attempts, ({ id }) => id).values()].flatMap(lineOf);
  const { pending = 0, held = 0 } = consumers.find(({ durable }) => durable === durables.notifier) ?? {};
  const waiting = `not delivered to the notifier yet: ${pending}; in its hands, or waiting for their next attempt: ${held}`;
  if (lines.length === 0) return ["whatever was tried in the last 3 days was taken", waiting];
  return [["last attempt", "job", "attempts", "outcome", "status", "next"].join("\t"), ...lines.toSorted(), waiting];
}

/** Has a job's end told again. @throws CommandError when it is not there any more. */
export async function redeliver(bus: Bus, job: string): Promise<string[]> {
  const due = await readWebhook(bus, job);
  if (!due) throw new CommandError(`nobody asked to be told of ${job}, it has not ended, or it is more than 3 days ago`);
  await askWebhookAgain(bus, { job_id: job });
  return [`${due.id} is told again`];
}
