const LINE_END = String.fromCharCode(13, 10);
/** Operations with a payload, whose length is the last word of their line. */
const WITH_PAYLOAD = /^(?:H?PUB|H?MSG)$/i;

/** One operation of the NATS protocol, either way. */
export interface Frame {
  /** Its line, by words: `HPUB`, the subject, a reply subject, lengths. */
  words: string[];
  /** All of it, as it goes over the wire. */
  bytes: Buffer;
}

/** Cuts what one side says into whole operations, however the network cut it. */
export function natsFrames(): (chunk: Buffer) => Frame[] {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const frames: Frame[] = [];
    for (;;) {
      const end = rest.indexOf(LINE_END);
      if (end < 0) return frames;
      const words = rest.toString("latin1", 0, end).split(/\s+/);
      const payload = WITH_PAYLOAD.test(words[0] ?? "") ? Number(words.at(-1)) + LINE_END.length : 0;
      const length = end + LINE_END.length + payload;
      if (rest.length < length) return frames;
      frames.push({ words, bytes: rest.subarray(0, length) });
      rest = rest.subarray(length);
    }
  };
}
