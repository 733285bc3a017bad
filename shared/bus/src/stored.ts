import { doorbells, headerNames, streams } from "@token-sentiment/contract";
import type { StoredMsg } from "@nats-io/jetstream";
import type { Msg } from "@nats-io/transport-node";
import { decodeHeaders, type HeaderLines, headerLines, headersOf, lastValue } from "./headers.ts";

/** A message as the broker stored it. */
export interface Stored {
  subject: string;
  /** CloudEvents type, `tsa.<kind>.v<version>`. */
  type?: string;
  /** The JSON it holds; undefined when it is not JSON. */
  value: unknown;
  /** Broker time, whole epoch ms. */
  at: number;
  /** Stream sequence. */
  seq: number;
  headers: Record<string, string>;
  /** True for a stored direct-get reply: somebody named this subject as a reply. No role of ours writes one; readers refuse it. */
  forged: boolean;
}

/** The broker sets it on every direct-get reply and on what it republishes, so a stored message must not carry one of its own. */
const STREAM_HEADER = "Nats-Stream";
const SUBJECT_HEADER = "Nats-Subject";
const SEQUENCE_HEADER = "Nats-Sequence";
const TIME_HEADER = "Nats-Time-Stamp";

/** Reads a message that the stream's leader answered with, in base64. */
export const leaderStored = ({
  subject,
  seq,
  time,
  data = "",
  hdrs,
}: {
  subject: string;
  seq: number;
  time: string;
  data?: string;
  hdrs?: string;
}): Stored =>
  stored({
    subject,
    data: Buffer.from(data, "base64"),
    at: Date.parse(time),
    seq,
    headers: hdrs === undefined ? [] : decodeHeaders(Buffer.from(hdrs, "base64")),
    streamHeaders: 0,
  });

/** Reads a message got directly from any replica. */
export const fromDirect = (message: StoredMsg): Stored =>
  stored({
    subject: message.subject,
    data: message.data,
    at: message.time.getTime(),
    seq: message.seq,
    headers: headerLines(message.header),
    streamHeaders: 1,
  });

/** What the broker tells of a message that it answers with or republishes. A writer may have sent headers of these names as well: the broker adds its own behind them. */
function toldBy(headers: HeaderLines): Pick<Stored, "subject" | "seq" | "at"> | undefined {
  const last = (name: string): string | undefined => lastValue(headers, name);
  const [subject, seq, time] = [last(SUBJECT_HEADER), Number(last(SEQUENCE_HEADER)), last(TIME_HEADER)];
  if (subject === undefined || time === undefined || !Number.isSafeInteger(seq)) return undefined;
  return { subject, seq, at: Date.parse(time) };
}

/** Reads one message of a direct batch; undefined for what the broker says of the batch itself. */
export function fromDirectReply(message: Msg): Stored | undefined {
  const headers = headersOf(message);
  const told = toldBy(headers);
  return told && stored({ ...told, data: message.data, headers, streamHeaders: 1 });
}

/** What an acknowledgement's subject says of its delivery. */
export interface DeliveryInfo {
  seq: number;
  /** 1 on the first delivery. */
  attempt: number;
  /** Broker time at which the message was stored, whole epoch ms. */
  at: number;
}

/** Reads `$JS.ACK.[<domain>.<account>.]<stream>.<consumer>.<deliveries>.<seq>.<consumer seq>.<time, ns>.<pending>[.<token>]`. */
export function deliveryInfo(reply: string): DeliveryInfo {
  const tokens = reply.split(".");
  const from = tokens.length > 9 ? 6 : 4;
  return { attempt: Number(tokens[from]), seq: Number(tokens[from + 1]), at: Number(tokens[from + 3]?.slice(0, -6)) };
}

/** Reads a delivery of a consumer. */
export const fromDelivery = (message: Msg, { seq, at }: DeliveryInfo): Stored =>
  stored({ subject: message.subject, data: message.data, at, seq, headers: headersOf(message), streamHeaders: 0 });

/**
 * Reads what the broker republished when it stored it. Undefined for what is no fact of this stream that rings here: a platform role may
 * have had the broker answer it something on this subject.
 */
export function fromRepublished(message: Msg): Stored | undefined {
  const headers = headersOf(message);
  const told = toldBy(headers);
  if (!told || lastValue(headers, STREAM_HEADER) !== streams.analysis) return undefined;
  if (doorbells.ofFact(told.subject) !== message.subject) return undefined;
  return stored({ ...told, data: message.data, headers, streamHeaders: 1 });
}

interface Raw {
  subject: string;
  data: Uint8Array;
  at: number;
  seq: number;
  headers: HeaderLines;
  /** How many `Nats-Stream` headers the way of reading adds by itself. */
  streamHeaders: number;
}

function stored({ headers, data, streamHeaders, ...rest }: Raw): Stored {
  const flat: Record<string, string> = {};
  let ofStreams = 0;
  for (const [name, value] of headers) {
    flat[name] ??= value;
    if (name === STREAM_HEADER) ofStreams++;
  }
  const type = flat[headerNames.type];
  return { ...rest, ...(type !== undefined && { type }), value: json(data), headers: flat, forged: ofStreams > streamHeaders };
}

const decoder = new TextDecoder();

function json(data: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(data));
  } catch {
    return undefined;
  }
}
