import { type Address, getAddressDecoder } from "@solana/kit";
import type { Fee, Mint } from "./mint.ts";
import { readTexts } from "./read-texts.ts";

/** Bytes of a mint without extensions. */
const MINT_BYTES = 82;
/** Where the account type stands: extended mints are padded to the length of a token account. */
export const TYPE_AT = 165;
/** A multisignature account, of either program: its bytes are what the signatories' keys are. No mint has this length. */
const MULTISIG_BYTES = 355;
/** The account type of a mint; 2 is a token account. */
const MINT_TYPE = 1;

const NONE = "11111111111111111111111111111111";
const AUTHORITY_BYTES = 32;
const HEADER_BYTES = 4;
const INITIALIZED_AT = 45;

const addresses = getAddressDecoder();

/** What the value of an extension says; undefined when it does not hold together. */
type Read = (bytes: DataView, at: number, length: number) => Partial<Mint> | undefined;

const keyAt = (bytes: DataView, at: number): Address =>
  addresses.decode(new Uint8Array(bytes.buffer, bytes.byteOffset + at, AUTHORITY_BYTES));
/** Extensions write "nobody" as 32 zero bytes. */
const keyOrNobody = (bytes: DataView, at: number): Address | undefined => {
  const key = keyAt(bytes, at);
  return key === NONE ? undefined : key;
};
/** The base writes it as a tag of four bytes before the key. */
const taggedKey = (bytes: DataView, at: number): Address | undefined =>
  bytes.getUint32(at, true) === 1 ? keyAt(bytes, at + 4) : undefined;
const feeAt = (bytes: DataView, at: number): Fee => ({
  epoch: bytes.getBigUint64(at, true),
  maximum: bytes.getBigUint64(at + 8, true),
  basisPoints: bytes.getUint16(at + 16, true),
});

const nothing: Read = () => ({});
/** Extensions of mints: type, least length of its value, what it says. Layouts are those of the Token-2022 program. */
const extensions: Record<number, { length: number; read: Read }> = {
  1: {
    length: 108,
    read: (bytes, at) => ({
      transferFee: { authority: keyOrNobody(bytes, at), older: feeAt(bytes, at + 72), newer: feeAt(bytes, at + 90) },
    }),
  },
  3: { length: 32, read: (bytes, at) => ({ closeAuthority: keyOrNobody(bytes, at) }) },
  4: { length: 65, read: nothing },
  6: { length: 1, read: (bytes, at) => ({ newAccountsFrozen: bytes.getUint8(at) === 2 }) },
  9: { length: 0, read: () => ({ nonTransferable: true }) },
  10: {
    length: 52,
    read: (bytes, at) => ({ interest: { authority: keyOrNobody(bytes, at), basisPoints: bytes.getInt16(at + 50, true) } }),
  },
  12: { length: 32, read: (bytes, at) => ({ permanentDelegate: keyOrNobody(bytes, at) }) },
  14: {
    length: 64,
    read: (bytes, at) => ({ transferHook: { authority: keyOrNobody(bytes, at), program: keyOrNobody(bytes, at + 32) } }),
  },
  16: { length: 129, read: nothing },
  18: { length: 64, read: nothing },
  19: { length: 76, read: ownMetadata },
  20: { length: 64, read: nothing },
  21: { length: 80, read: nothing },
  22: { length: 64, read: nothing },
  23: { length: 72, read: nothing },
  24: { length: 196, read: nothing },
  25: {
    length: 56,
    read: (bytes, at) => ({
      scaled: {
        authority: keyOrNobody(bytes, at),
        multiplier: bytes.getFloat64(at + 32, true),
        newMultiplier: bytes.getFloat64(at + 48, true),
      },
    }),
  },
  26: { length: 33, read: (bytes, at) => ({ pausable: { authority: keyOrNobody(bytes, at), paused: bytes.getUint8(at + 32) === 1 } }) },
  28: { length: 32, read: (bytes, at) => ({ burnAuthority: keyOrNobody(bytes, at) }) },
};

function ownMetadata(bytes: DataView, at: number, length: number): Partial<Mint> | undefined {
  const texts = readTexts(bytes, { from: at + 64, end: at + length, count: 3 });
  return texts && { ownMetadata: { authority: keyOrNobody(bytes, at), name: texts.values[0] ?? "", symbol: texts.values[1] ?? "" } };
}

/**
 * Reads the bytes of a mint; undefined when they are not an initialised one. Never throws: what it does not know it keeps by type.
 * The program's own codec gives up the whole mint at the first extension that is newer than itself.
 */
export function decodeMint(data: Uint8Array): Mint | undefined {
  const bytes = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const extended = data.length > TYPE_AT && data.length !== MULTISIG_BYTES && data[TYPE_AT] === MINT_TYPE;
  if (data.length !== MINT_BYTES && !extended) return undefined;
  if (bytes.getUint8(INITIALIZED_AT) !== 1) return undefined;
  const base = {
    mintAuthority: taggedKey(bytes, 0),
    supply: bytes.getBigUint64(36, true),
    decimals: bytes.getUint8(44),
    freezeAuthority: taggedKey(bytes, 46),
  };
  return { ...base, ...(extended ? decodeExtensions(bytes) : { extensions: [], unread: [] }) };
}

/** Walks the type-length-value entries; of one type the first counts, as for the program. */
function decodeExtensions(bytes: DataView): Partial<Mint> & Pick<Mint, "extensions" | "unread"> {
  const seen: number[] = [];
  const unread: number[] = [];
  let found: Partial<Mint> = {};
  for (let at = TYPE_AT + 1; at + HEADER_BYTES <= bytes.byteLength;) {
    const type = bytes.getUint16(at, true);
    if (type === 0) break;
    const length = bytes.getUint16(at + 2, true);
    const value = at + HEADER_BYTES;
    const known = extensions[type];
    const whole = value + length <= bytes.byteLength;
    const says = known && whole && length >= known.length ? known.read(bytes, value, length) : undefined;
    if (!says) unread.push(type);
    else if (!seen.includes(type)) found = { ...found, ...says };
    seen.push(type);
    at = value + length;
  }
  return { ...found, extensions: seen, unread };
}
