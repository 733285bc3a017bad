import { MsgImpl } from "@nats-io/nats-core/internal";
import { type Msg, type MsgHdrs, MsgHdrsImpl } from "@nats-io/transport-node";

/**
 * Headers of a message in the order they came. The client's own reading and setting of one makes an array of its name's characters and
 * looks through all that are there (@nats-io/nats-core 3.4.0): 4.4 against 0.6 µs for those of a fact, several times a job.
 */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

const LINE_END = "\r\n";

/** Reads a block of headers, its first line (`NATS/1.0` and a status) left out. Lines without a colon are skipped, values are trimmed. */
export function decodeHeaders(block: Uint8Array): HeaderLines {
  const text = Buffer.from(block.buffer, block.byteOffset, block.byteLength).toString();
  const lines: [string, string][] = [];
  for (let end = text.indexOf(LINE_END); end !== -1;) {
    const start = end + LINE_END.length;
    end = text.indexOf(LINE_END, start);
    const line = text.slice(start, end === -1 ? undefined : end);
    const colon = line.indexOf(":");
    if (colon !== -1) lines.push([line.slice(0, colon), line.slice(colon + 1).trim()]);
  }
  return lines;
}

/** The headers of a message; none is an empty list. */
export function headersOf(message: Msg): HeaderLines {
  if (!(message instanceof MsgImpl)) return headerLines(message.headers);
  const { hdr } = message._msg;
  return hdr > 0 ? decodeHeaders(message._rdata.subarray(0, hdr)) : [];
}

/** Bytes of a message, headers and data. */
export const sizeOf = (message: Msg): number => (message instanceof MsgImpl ? message._rdata.length : message.data.length);

/** Headers that the client has read. */
export const headerLines = (headers: MsgHdrs | undefined): HeaderLines =>
  [...(headers ?? [])].flatMap(([name, values]) => values.map((value) => [name, value] as const));

/** The last value of a header: what the broker adds stands behind what a writer sent. */
export const lastValue = (lines: HeaderLines, name: string): string | undefined => lines.findLast(([own]) => own === name)?.[1];

/** Headers to be sent. @throws RangeError for a value of several lines: the second would be a header of its own. */
export function sentHeaders(own: Readonly<Record<string, string>>): MsgHdrsImpl {
  const sent = new MsgHdrsImpl();
  for (const [name, value] of Object.entries(own)) {
    if (value.includes("\n") || value.includes("\r")) throw new RangeError(`the header ${name} would have several lines`);
    sent.headers.set(name, [value]);
  }
  return sent;
}
