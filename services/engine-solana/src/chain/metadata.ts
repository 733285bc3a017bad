import { type Address, getAddressDecoder } from "@solana/kit";
import type { Account } from "./account.ts";
import { METAPLEX } from "./addresses.ts";
import type { Mint } from "./mint.ts";
import { readTexts } from "./read-texts.ts";

/** What a token calls itself, and who can change that. */
export interface TokenMetadata {
  /** The token's own word: never printed as it is. */
  symbol: string;
  /** Undefined = nobody can change it. */
  changedBy: Address | undefined;
}

const METADATA_KEY = 4;
const AUTHORITY_AT = 1;
const MINT_AT = 33;
const TEXTS_AT = 65;
const FEE_BYTES = 2;
const CREATOR_BYTES = 34;
const CREATORS_MAX = 5;

/** The metadata account that Metaplex keeps for a mint; undefined when it is none, another mint's, or broken. Never throws. */
export function metaplexOf(account: Account | undefined, mint: Address): TokenMetadata | undefined {
  if (!account || account.program !== METAPLEX || account.data[0] !== METADATA_KEY || account.data.length < TEXTS_AT) return undefined;
  const { data } = account;
  const addresses = getAddressDecoder();
  if (addresses.decode(data, MINT_AT) !== mint) return undefined;
  const bytes = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const texts = readTexts(bytes, { from: TEXTS_AT, end: data.length, count: 3 });
  const mutable = texts && mutableAt(data, bytes, texts.end + FEE_BYTES);
  if (!texts || mutable === undefined) return undefined;
  return { symbol: texts.values[1] ?? "", changedBy: mutable ? addresses.decode(data, AUTHORITY_AT) : undefined };
}

/** `is_mutable` stands behind an optional list of creators and a flag. */
function mutableAt(data: Uint8Array, bytes: DataView, creatorsAt: number): boolean | undefined {
  let at = creatorsAt;
  const listed = data[at];
  at += 1;
  if (listed === 1) {
    if (at + 4 > data.length) return undefined;
    const creators = bytes.getUint32(at, true);
    if (creators > CREATORS_MAX) return undefined;
    at += 4 + creators * CREATOR_BYTES;
  } else if (listed !== 0) return undefined;
  const mutable = data[at + 1];
  return mutable === undefined || mutable > 1 ? undefined : mutable === 1;
}

/** The metadata that counts: the mint's own, else that of Metaplex. */
export const metadataOf = ({ ownMetadata }: Mint, metaplex: TokenMetadata | undefined): TokenMetadata | undefined =>
  ownMetadata ? { symbol: ownMetadata.symbol, changedBy: ownMetadata.authority } : metaplex;
