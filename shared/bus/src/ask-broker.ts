import { type ApiError, JetStreamApiError } from "@nats-io/jetstream";
import type { Bus } from "./bus.ts";
import { sentHeaders } from "./headers.ts";
import { leaderStored, type Stored } from "./stored.ts";

const CALL_TIMEOUT_MS = 2000;

/** A message for a stream, and when it is to be stored. */
export interface Publishing {
  subject: string;
  data: string;
  headers: Readonly<Record<string, string>>;
  /** Two messages of one id are one, as long as the stream remembers. */
  msgId?: string;
  /** The write happens only if this is the last sequence of `lastSequenceOf`, the message's own subject when omitted; 0 for none. */
  lastSequence?: number;
  lastSequenceOf?: string;
  timeoutMs?: number;
}

interface Published {
  seq: number;
  duplicate?: boolean;
}

interface Got {
  message?: { subject: string; seq: number; time: string; data?: string; hdrs?: string };
}

/** The answer; the error `allowed` is one that brings nothing. */
function parsed(data: Uint8Array, allowed?: number): Published & Got {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the broker's answer, by its protocol
  const answer = JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString()) as Published &
    Got & { error?: ApiError };
  if (answer.error && answer.error.err_code !== allowed) throw new JetStreamApiError(answer.error);
  return answer;
}

/** Publishes to a stream and waits until it is stored. Rejects with what the client throws. */
export async function publishStored(bus: Bus, publishing: Publishing): Promise<Published> {
  const { subject, data, headers: own, msgId, lastSequence, lastSequenceOf, timeoutMs = CALL_TIMEOUT_MS } = publishing;
  const headers = sentHeaders({
    ...own,
    ...(msgId !== undefined && { "Nats-Msg-Id": msgId }),
    ...(lastSequence !== undefined && { "Nats-Expected-Last-Subject-Sequence": String(lastSequence) }),
    ...(lastSequenceOf !== undefined && { "Nats-Expected-Last-Subject-Sequence-Subject": lastSequenceOf }),
  });
  return parsed((await bus.wire.ask(subject, data, { headers, timeoutMs })).data);
}

const NO_MESSAGE = 10037;

/** The last message on a subject, which may have wildcards, through the stream's leader; undefined when there is none. Rejects with what the client throws. */
export const lastThroughLeader = (bus: Bus, stream: string, subject: string): Promise<Stored | undefined> =>
  throughLeader(bus, stream, { last_by_subj: subject });

/** The message of a sequence, through the stream's leader. Answers and rejects like `lastThroughLeader`. */
export const sequenceThroughLeader = (bus: Bus, stream: string, seq: number): Promise<Stored | undefined> =>
  throughLeader(bus, stream, { seq });

async function throughLeader(bus: Bus, stream: string, which: { last_by_subj: string } | { seq: number }): Promise<Stored | undefined> {
  const wanted = JSON.stringify(which);
  const { data } = await bus.wire.ask(`${bus.api}.STREAM.MSG.GET.${stream}`, wanted, { timeoutMs: CALL_TIMEOUT_MS });
  const { message } = parsed(data, NO_MESSAGE);
  return message && leaderStored(message);
}
