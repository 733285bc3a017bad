import { address, getAddressEncoder } from "@solana/kit";
import { assert, property, uint8Array } from "fast-check";
import { expect, test } from "vitest";
import { METAPLEX } from "./addresses.ts";
import { metadataOf, metaplexOf } from "./metadata.ts";

const MINT = address("7YygHaahdKVNtbu9GyFRnnBgf7hKzC76hnuHHfxCKRij");
const AUTHORITY = address("ricEmGn6WZ9kN2ASm1MAt7LoE1hBgu1VcQrjRwkAPfc");
const text = (value: string, width: number): number[] => {
  const bytes = Buffer.alloc(4 + width);
  bytes.writeUInt32LE(width);
  bytes.write(value, 4);
  return [...bytes];
};
/** As Metaplex lays it out: texts padded to their full width, then fee, creators, a flag, and whether it can change. */
const account = (mutable: number, creators: number[] = [0]) => ({
  program: METAPLEX,
  data: Uint8Array.from([
    4,
    ...getAddressEncoder().encode(AUTHORITY),
    ...getAddressEncoder().encode(MINT),
    ...text("Fern", 32),
    ...text("BRIAR", 10),
    ...text("https://example.org", 200),
    0,
    0,
    ...creators,
    1,
    mutable,
  ]),
});

test("metadata tells its symbol without padding, and who can change it", () => {
  expect(metaplexOf(account(1), MINT)).toEqual({ symbol: "BRIAR", changedBy: AUTHORITY });
  expect(metaplexOf(account(0), MINT)).toEqual({ symbol: "BRIAR", changedBy: undefined });
  const two = [1, 2, 0, 0, 0, ...Array.from({ length: 68 }, () => 7)];
  expect(metaplexOf(account(0, two), MINT)).toEqual({ symbol: "BRIAR", changedBy: undefined });
});

test("metadata of another mint, of another program or cut off is none; no bytes make it throw", () => {
  expect(metaplexOf(account(1), AUTHORITY)).toBeUndefined();
  expect(metaplexOf({ ...account(1), program: MINT }, MINT)).toBeUndefined();
  const whole = account(1);
  for (let length = 0; length < whole.data.length; length++) {
    expect(metaplexOf({ ...whole, data: whole.data.slice(0, length) }, MINT)).toBeUndefined();
  }
  expect(metaplexOf(account(2), MINT)).toBeUndefined();
  expect(metaplexOf(account(0, [1, 255, 255, 255, 255]), MINT)).toBeUndefined();
  assert(
    property(
      uint8Array({ maxLength: 400 }),
      (tail) => void metaplexOf({ ...whole, data: Uint8Array.from([...whole.data.slice(0, 65), ...tail]) }, MINT),
    ),
  );
});

test("what the mint itself says comes before Metaplex", () => {
  const mint = { mintAuthority: undefined, freezeAuthority: undefined, supply: 1n, decimals: 0, extensions: [19], unread: [] };
  const metaplex = { symbol: "OTHER", changedBy: AUTHORITY };
  expect(metadataOf({ ...mint, ownMetadata: { authority: undefined, name: "", symbol: "OWN" } }, metaplex)).toEqual({
    symbol: "OWN",
    changedBy: undefined,
  });
  expect(metadataOf(mint, metaplex)).toBe(metaplex);
});
