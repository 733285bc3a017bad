const LENGTH_BYTES = 4;
/** Longer than any symbol, name or address of a picture. */
const TEXT_BYTES_MAX = 1024;

/** Where texts stand, and how many. */
export interface TextSpan {
  from: number;
  /** The first byte behind them. */
  end: number;
  count: number;
}

/** Borsh strings one after another, without the zeros that pad them, and where they end; undefined when they do not fit. Never throws. */
export function readTexts(bytes: DataView, { from, end, count }: TextSpan): { values: string[]; end: number } | undefined {
  const last = Math.min(end, bytes.byteLength);
  const values: string[] = [];
  let at = from;
  while (values.length < count) {
    if (at + LENGTH_BYTES > last) return undefined;
    const length = bytes.getUint32(at, true);
    at += LENGTH_BYTES;
    if (length > TEXT_BYTES_MAX || at + length > last) return undefined;
    values.push(new TextDecoder().decode(new Uint8Array(bytes.buffer, bytes.byteOffset + at, length)).replace(/\0+$/, ""));
    at += length;
  }
  return { values, end: at };
}
