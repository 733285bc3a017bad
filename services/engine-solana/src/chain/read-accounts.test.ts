import { address } from "@solana/kit";
import { UnavailableError, type Upstream } from "@token-sentiment/engine";
import { expect, test } from "vitest";
import { readAccounts } from "./read-accounts.ts";

const at = address("ricEmGn6WZ9kN2ASm1MAt7LoE1hBgu1VcQrjRwkAPfc");
const endpoint = (request: Upstream["request"]): Upstream => ({
  circuit: "closed",
  request,
  [Symbol.asyncDispose]: async () => undefined,
});
/** Tries again and again, as the kit does, until its caller gives it up. */
const hanging = endpoint((_, { signal }) => {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(new UnavailableError("solana-1 gave no answer in time")));
  return promise;
});
const answering = endpoint(async (schema) => schema.parse({ result: { context: { slot: 7 }, value: [null] } }));

test("the second endpoint is asked in time when the first hangs", async () => {
  await expect(readAccounts([hanging, answering], { at: [at] }, AbortSignal.timeout(4000))).resolves.toMatchObject({ slot: 7 });
});

test("no further endpoint is asked when the time is up", async () => {
  await expect(readAccounts([hanging, answering], { at: [at] }, AbortSignal.timeout(20))).rejects.toThrow(
    "solana-1 gave no answer in time",
  );
});

test("a node that names an owner who is no address has sent no answer, and its words go nowhere", async () => {
  const account = { owner: "visit evil.example", data: ["", "base64"] };
  const lying = endpoint(async (schema) => schema.parse({ result: { context: { slot: 7 }, value: [account] } }));
  await expect(readAccounts([lying], { at: [at] }, AbortSignal.timeout(4000))).rejects.toThrow("of another shape");
});
