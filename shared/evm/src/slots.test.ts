import { concatHex, numberToHex, pad } from "viem";
import { expect, test } from "vitest";
import { readSlots, slotsCall } from "./slots.ts";

const address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const empty = numberToHex(0, { size: 32 });

test("the words of a bulk read come back by their standard's name", () => {
  const words = Array.from({ length: 22 }, () => empty);
  words[0] = pad(address);
  words[6 + 3] = pad(address);
  words[6 + 4] = numberToHex(1_000_000n * 10n ** 18n, { size: 32 });
  const slots = readSlots(concatHex(words));
  expect(slots).toEqual({
    implementation: address,
    standard: "EIP-1967",
    admin: undefined,
    beacon: undefined,
    owner: undefined,
    plain: [address],
  });
});

test("an address that shares its word with flags or small numbers is found", () => {
  const words = Array.from({ length: 22 }, () => empty);
  const value = BigInt(address);
  words[6] = numberToHex((18n << 160n) | value, { size: 32 });
  words[7] = numberToHex((value << 8n) | 1n, { size: 32 });
  words[8] = numberToHex((2n ** 255n) | value, { size: 32 });
  expect(readSlots(concatHex(words)).plain).toEqual([address, address]);
});

test("a short answer is empty slots, not a crash", () => {
  expect(readSlots("0x").plain).toEqual([]);
});

test("every slot is asked in one call on the token itself", () => {
  const { params } = slotsCall(address, "0x10");
  expect(params).toHaveLength(3);
  expect(params[0]).toMatchObject({ to: address, data: expect.stringMatching(/^0x[0-9a-f]{1408}$/) });
});
