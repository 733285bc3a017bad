import { expect, test } from "vitest";
import { detectChain } from "./chains.ts";

test.each([
  ["", "none"],
  [" 0x6982508145454ce325ddbe47a25d4ec3d2311933 ", "evm"],
  ["EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", "solana"],
  ["0x69825081", "unfit"],
  ["EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt10", "unfit"],
])("%j is read as %s", (address, kind) => {
  expect(detectChain(address).kind).toBe(kind);
});
