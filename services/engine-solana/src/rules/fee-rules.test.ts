import { expect, test } from "vitest";
import { one, SOMEBODY } from "../../test/sample-facts.ts";
import type { Mint } from "../chain/mint.ts";

const fee = (now: number, next: number, authority = true): Partial<Mint> => ({
  transferFee: {
    authority: authority ? SOMEBODY : undefined,
    older: { epoch: 0n, basisPoints: now, maximum: 1000n },
    newer: { epoch: 900n, basisPoints: next, maximum: 1000n },
  },
});

test("the fee bands are those of the check list, and half of a transfer is critical", () => {
  expect(one("transfer_fee", fee(0, 0, false))).toMatchObject([{ status: "clear", weights: { real_crash: 0 } }]);
  expect(one("transfer_fee", fee(0, 0))).toMatchObject([{ severity: 1, weights: { real_crash: 0.3 } }]);
  expect(one("transfer_fee", fee(999, 0))).toMatchObject([{ severity: 2, weights: { real_crash: 0.6 } }]);
  expect(one("transfer_fee", fee(1000, 0))).toMatchObject([{ severity: 3, weights: { real_crash: 1.5 } }]);
  expect(one("transfer_fee", fee(4999, 0))[0]?.critical).toBeUndefined();
  expect(one("transfer_fee", fee(5000, 0))).toMatchObject([{ critical: true }]);
});

test("a rate of one half under a cap of next to nothing is no finding that decides", () => {
  const capped = one("transfer_fee", { ...fee(5000, 5000), supply: 10n ** 15n });
  expect(capped).toMatchObject([{ severity: 1, values: { fee_bps: 0 } }]);
  expect(capped[0]?.critical).toBeUndefined();
});

test("an announced rise is a finding of its own and never critical; a fall is none", () => {
  expect(one("fee_rise", fee(0, 5000))).toMatchObject([
    { text: "Transfer fee rises from 0.00% to 50.00% at epoch 900 (now 835)", severity: 3, weights: { real_crash: 1.5 } },
  ]);
  expect(one("fee_rise", fee(0, 5000))[0]?.critical).toBeUndefined();
  expect(one("fee_rise", fee(5000, 0))).toEqual([]);
});
