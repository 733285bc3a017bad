import { headerNames } from "@token-sentiment/contract";
import type { JsMsg, StoredMsg } from "@nats-io/jetstream";
import type { MsgHdrs } from "@nats-io/transport-node";

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

/** The broker sets it on every direct-get reply, so a stored message must not carry one of its own. */
const STREAM_HEADER = "Nats-Stream";

/** Reads a message got through the stream's leader. */
export const fromLeader = (message: StoredMsg): Stored => fromStored(message, 0);

/** Reads a message got directly from any replica. */
export const fromDirect = (message: StoredMsg): Stored => fromStored(message, 1);

/** Reads a delivery of a consumer. */
export const fromDelivery = (message: JsMsg): Stored =>
  stored({
    subject: message.subject,
    data: message.data,
    at: Number(message.timestampNanos / 1_000_000n),
    seq: message.seq,
    headers: message.headers,
    streamHeaders: 0,
  });

const fromStored = (message: StoredMsg, streamHeaders: number): Stored =>
  stored({
    subject: message.subject,
    data: message.data,
    at: message.time.getTime(),
    seq: message.seq,
    headers: message.header,
    streamHeaders,
  });

interface Raw {
  subject: string;
  data: Uint8Array;
  at: number;
  seq: number;
  headers: MsgHdrs | undefined;
  /** How many `Nats-Stream` headers the way of reading adds by itself. */
  streamHeaders: number;
}

function stored({ headers, data, streamHeaders, ...rest }: Raw): Stored {
  const flat: Record<string, string> = {};
  for (const key of headers?.keys() ?? []) flat[key] = headers?.get(key) ?? "";
  const type = flat[headerNames.type];
  const forged = (headers?.values(STREAM_HEADER).length ?? 0) > streamHeaders;
  return { ...rest, ...(type !== undefined && { type }), value: json(data), headers: flat, forged };
}

function json(data: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(data));
  } catch {
    return undefined;
  }
}
