import { address } from "@solana/kit";
import { expect, test } from "vitest";
import type { Mint } from "../chain/mint.ts";
import type { Run } from "./protocol.ts";
import { simulate } from "./simulate.ts";

const MINT = address("ricEmGn6WZ9kN2ASm1MAt7LoE1hBgu1VcQrjRwkAPfc");
const fee = { epoch: 0n, basisPoints: 10, maximum: 2n ** 63n };
/** What is told of a mint of that supply, a tenth of a percent dear, when so much arrives. */
const outcomeOf = async (supply: bigint, delivered: bigint) => {
  const mint: Mint = {
    mintAuthority: undefined,
    freezeAuthority: undefined,
    supply,
    decimals: 0,
    transferFee: { authority: undefined, older: fee, newer: fee },
    extensions: [1],
    unread: [],
  };
  const simulator = {
    run: async (): Promise<Run[]> => [{ delivered: String(delivered) }],
    [Symbol.asyncDispose]: async () => undefined,
  };
  const at = { address: MINT, program: MINT, data: new Uint8Array(0), mint, epoch: 835n, hook: undefined };
  const facts = await simulate(simulator, at, AbortSignal.timeout(1000));
  return facts.kind === "ran" ? facts.now : expect.fail("it ran");
};

test("a fee that the program rounds up to a whole unit is not measured on a handful of units", async () => {
  // one unit of one: the fee is a thousandth, and all of it is gone
  expect(await outcomeOf(15_000n, 0n)).toEqual({ kind: "coarse" });
  expect(await outcomeOf(0n, 0n)).toEqual({ kind: "coarse" });
  expect(await outcomeOf(50_000_000n, 4994n)).toEqual({ kind: "coarse" });
  expect(await outcomeOf(100_000_000n, 9990n)).toEqual({ kind: "delivered", percent: 99.9 });
  expect(await outcomeOf(15_000n, 1n)).toEqual({ kind: "delivered", percent: 100 });
});

test("shares of amounts beyond 2^53 keep their digits", async () => {
  expect(await outcomeOf(2n ** 64n - 1n, 1_842_829_732_963_585n)).toEqual({ kind: "delivered", percent: 99.9 });
});
