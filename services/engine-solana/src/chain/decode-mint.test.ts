import { array, assert, integer, property, uint8Array } from "fast-check";
import { expect, test } from "vitest";
import { standingOf } from "./account.ts";
import { decodeMint } from "./decode-mint.ts";

const extended = (tlv: readonly number[]): Uint8Array => {
  const bytes = new Uint8Array(166 + tlv.length);
  bytes[45] = 1;
  bytes[165] = 1;
  bytes.set(tlv, 166);
  return bytes;
};

test("no bytes make it throw, and each extension is either read or said to be unread", () => {
  assert(property(uint8Array({ maxLength: 400 }), (bytes) => void decodeMint(bytes)));
  assert(
    property(array(integer({ min: 0, max: 255 }), { maxLength: 188 }), (tlv) => {
      const mint = decodeMint(extended(tlv)) ?? expect.fail("it is a mint");
      expect(mint.unread.every((type) => mint.extensions.includes(type))).toBe(true);
    }),
  );
});

test("of an extension that stands twice the first counts", () => {
  const frozen = [6, 0, 1, 0, 2];
  const thawed = [6, 0, 1, 0, 1];
  expect(decodeMint(extended([...frozen, ...thawed]))?.newAccountsFrozen).toBe(true);
  expect(decodeMint(extended([...thawed, ...frozen]))?.newAccountsFrozen).toBe(false);
});

test("an authority of zeros is nobody", () => {
  const delegate = decodeMint(extended([12, 0, 32, 0, ...Array.from({ length: 32 }, () => 0)]));
  expect(delegate?.extensions).toEqual([12]);
  expect(delegate?.permanentDelegate).toBeUndefined();
});

test("an uninitialised mint, a token account and a multisignature account are no mints", () => {
  expect(decodeMint(new Uint8Array(82))).toBeUndefined();
  expect(decodeMint(new Uint8Array(165))).toBeUndefined();
  // whoever signs there chooses the bytes that say "initialised" and "mint"
  const signatories = extended(Array.from({ length: 355 - 166 }, () => 0));
  expect(signatories).toHaveLength(355);
  expect(decodeMint(signatories)).toBeUndefined();
  const program = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
  expect(standingOf({ program, data: new Uint8Array(0) })).toMatchObject({ kind: "other", what: expect.stringContaining("initialised") });
});

test("an extension shorter than its layout is unread, and what follows it is read all the same", () => {
  const mint = decodeMint(extended([12, 0, 3, 0, 9, 9, 9, 9, 0, 0, 0]));
  expect(mint).toMatchObject({ extensions: [12, 9], unread: [12], nonTransferable: true });
  expect(mint?.permanentDelegate).toBeUndefined();
});
