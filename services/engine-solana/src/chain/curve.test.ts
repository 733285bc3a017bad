import { address, getAddressEncoder } from "@solana/kit";
import { assert, property, uint8Array } from "fast-check";
import { expect, test } from "vitest";
import { PUMP } from "./addresses.ts";
import { curveOf } from "./curve.ts";

const CREATOR = address("ricEmGn6WZ9kN2ASm1MAt7LoE1hBgu1VcQrjRwkAPfc");
function account({ left, complete = false, bytes = 151 }: { left: bigint; complete?: boolean; bytes?: number }) {
  const data = new Uint8Array(bytes);
  data.set([23, 183, 248, 55, 96, 216, 172, 96]);
  new DataView(data.buffer).setBigUint64(24, left, true);
  new DataView(data.buffer).setBigUint64(40, 1_000_000_000_000_000n, true);
  data[48] = complete ? 1 : 0;
  if (bytes >= 81) data.set(getAddressEncoder().encode(CREATOR), 49);
  return { program: PUMP, data };
}

test("a curve tells how much is sold, whether it is complete, and who began it", () => {
  expect(curveOf(account({ left: 793_100_000_000_000n }))).toEqual({ complete: false, soldPercent: 0, creator: CREATOR, quote: undefined });
  expect(curveOf(account({ left: 198_275_000_000_000n }))?.soldPercent).toBeCloseTo(75, 6);
  expect(curveOf(account({ left: 0n, complete: true }))).toMatchObject({ complete: true, soldPercent: 100 });
});

test("a curve that was lengthened later has zeros where its creator would be: nobody is named", () => {
  const lengthened = account({ left: 0n });
  lengthened.data.fill(0, 49);
  expect(curveOf(lengthened)).toMatchObject({ creator: undefined });
});

test("an older, shorter account has no creator; another program's, or other bytes, are no curve", () => {
  expect(curveOf(account({ left: 0n, bytes: 49 }))).toMatchObject({ creator: undefined });
  expect(curveOf(account({ left: 0n, bytes: 49 }))?.soldPercent).toBe(100);
  expect(curveOf({ ...account({ left: 0n }), program: CREATOR })).toBeUndefined();
  expect(curveOf({ program: PUMP, data: new Uint8Array(151) })).toBeUndefined();
  expect(curveOf(undefined)).toBeUndefined();
  assert(property(uint8Array({ maxLength: 200 }), (data) => void curveOf({ program: PUMP, data })));
});
