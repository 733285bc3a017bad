/** Instructions of SBF, eight bytes each: what a hook of the tests consists of. */
export const CONSENT = [0xb7, 0, 0, 0, 0, 0, 0, 0, 0x95, 0, 0, 0, 0, 0, 0, 0];
/** Gives 1 back: an error. */
export const REFUSE = [0xb7, 0, 0, 0, 1, 0, 0, 0, 0x95, 0, 0, 0, 0, 0, 0, 0];
/** Jumps to itself. */
export const LOOP = [0x05, 0, 0xff, 0xff, 0, 0, 0, 0, 0x95, 0, 0, 0, 0, 0, 0, 0];

const HEADER = 64;
const SECTION = 64;
const NAMES = Buffer.from("\0.text\0.shstrtab\0");

/** A program of those instructions, as the chain holds it: an ELF file with one section of code. */
export function programOf(code: readonly number[]): Uint8Array {
  const namesAt = HEADER + code.length;
  const sectionsAt = Math.ceil((namesAt + NAMES.length) / 8) * 8;
  const file = new Uint8Array(sectionsAt + 3 * SECTION);
  const bytes = new DataView(file.buffer);
  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  // shared object for BPF, entered where the code begins
  for (const [at, value] of [
    [16, 3],
    [18, 247],
    [52, HEADER],
    [54, 56],
    [58, SECTION],
    [60, 3],
    [62, 2],
  ] as const)
    bytes.setUint16(at, value, true);
  bytes.setUint32(20, 1, true);
  bytes.setBigUint64(24, BigInt(HEADER), true);
  bytes.setBigUint64(32, BigInt(HEADER), true);
  bytes.setBigUint64(40, BigInt(sectionsAt), true);
  file.set(code, HEADER);
  file.set(NAMES, namesAt);
  const section = (index: number, { name, type, flags, at, size }: Record<"name" | "type" | "flags" | "at" | "size", number>) => {
    const start = sectionsAt + index * SECTION;
    bytes.setUint32(start, name, true);
    bytes.setUint32(start + 4, type, true);
    bytes.setBigUint64(start + 8, BigInt(flags), true);
    bytes.setBigUint64(start + 16, BigInt(flags === 0 ? 0 : at), true);
    bytes.setBigUint64(start + 24, BigInt(at), true);
    bytes.setBigUint64(start + 32, BigInt(size), true);
    bytes.setBigUint64(start + 48, 1n, true);
  };
  section(1, { name: 1, type: 1, flags: 6, at: HEADER, size: code.length });
  section(2, { name: 7, type: 3, flags: 0, at: namesAt, size: NAMES.length });
  return file;
}
