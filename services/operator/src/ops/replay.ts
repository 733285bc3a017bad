import { type Bus, readJournal } from "@token-sentiment/bus";
import { subjectParts } from "@token-sentiment/contract";
import { z } from "zod";
import { CommandError } from "../command.ts";

/** What of a request is asked again; of a later release's request too. */
const Asked = z.object({ coin_symbol: z.string(), contract_address: z.string().optional(), chain_id: z.string() });
const Answer = z.looseObject({ job_id: z.string().optional(), error: z.string().optional() });

/** The gateway to ask, and a key for it. */
export interface Door {
  url: string;
  key: string;
}

const LIMIT_MS = 10_000;

/**
 * Submits a job's request again through the gateway, as a new job: a final one stays as it is, and a fact is written once. Twice is once.
 * @throws CommandError when there is no such request, it cannot be read, or the gateway refuses it.
 */
export async function replay(bus: Bus, job: string, { url, key }: Door): Promise<string[]> {
  const request = (await readJournal(bus, job)).find(({ subject }) => subjectParts(subject).kind === "request");
  if (!request) throw new CommandError(`the broker holds no request of ${job}: it never came, or more than a day ago`);
  const asked = Asked.safeParse(request.value);
  if (!asked.success) throw new CommandError(`the request of ${job} names no token: nothing of it can be asked again`);
  const answer = await fetch(new URL("/api/agent", url), {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key.trim()}` },
    body: JSON.stringify({ ...asked.data, request_id: `replay-${job}` }),
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch((error: unknown) => {
    throw new CommandError(`no gateway answers at ${url}`, { cause: error });
  });
  const said = Answer.safeParse(await answer.json().catch(() => undefined)).data;
  if (answer.status !== 202 || said?.job_id === undefined)
    throw new CommandError(`the gateway answered ${answer.status}: ${said?.error ?? "nothing that can be read"}`);
  const again = answer.headers.get("idempotent-replayed") === "true" ? " (replayed before)" : "";
  return [`${said.job_id}${again}`];
}
