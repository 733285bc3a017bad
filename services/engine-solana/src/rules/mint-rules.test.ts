import { expect, test } from "vitest";
import { observe, one, SOMEBODY, support } from "../../test/sample-facts.ts";
import type { Mint } from "../chain/mint.ts";

test("clean facts speak for a token in use, and for no other", () => {
  expect(support()).toBeGreaterThan(0);
  expect(support({}, { liquidityUsd: 9999 })).toBe(0);
  expect(support({}, { liquidityUsd: undefined })).toBe(0);
  expect(support({}, { holderCount: 99 })).toBe(0);
  expect(support({}, { holderCount: undefined })).toBe(0);
  expect(support({ extensions: [200], unread: [200] })).toBe(0);
});

test("of each authority there is exactly one line, whoever holds it", () => {
  for (const mintAuthority of [undefined, SOMEBODY]) {
    for (const knownIssuer of [false, true]) {
      expect(one("mint_authority", { mintAuthority }, { knownIssuer })).toHaveLength(1);
      expect(one("freeze_authority", { freezeAuthority: mintAuthority }, { knownIssuer })).toHaveLength(1);
    }
  }
});

test("all powers of a known issuer together weigh no more than a fifth of the check list's scale", () => {
  const powers = {
    mintAuthority: SOMEBODY,
    freezeAuthority: SOMEBODY,
    permanentDelegate: SOMEBODY,
    pausable: { authority: SOMEBODY, paused: false },
  };
  const weights = observe(powers, { knownIssuer: true })
    .filter(({ group }) => group === "known_issuer")
    .map((signal) => signal.weights.real_crash);
  expect(weights).toHaveLength(4);
  // the model counts the strongest of a group in full and each further one by 0.3
  expect(Math.max(...weights) * (1 + 0.3 * 3)).toBeLessThanOrEqual(0.6);
});

test("what makes every sale impossible is critical, and a power that only could is not", () => {
  expect(one("non_transferable", { nonTransferable: true })).toMatchObject([{ critical: true }]);
  expect(one("paused", { pausable: { authority: SOMEBODY, paused: true } })).toMatchObject([{ critical: true }]);
  expect(one("pausable", { pausable: { authority: SOMEBODY, paused: true } })).toEqual([]);
  for (const signal of observe({
    pausable: { authority: SOMEBODY, paused: false },
    newAccountsFrozen: true,
    permanentDelegate: SOMEBODY,
  })) {
    expect(signal.critical).toBeUndefined();
  }
});

test("a hook is worse than the right to set one, and each is one line", () => {
  const hook = (program: typeof SOMEBODY | undefined, authority: typeof SOMEBODY | undefined) =>
    one("transfer_hook", { transferHook: { program, authority } }).map(({ severity }) => severity);
  expect(hook(SOMEBODY, SOMEBODY)).toEqual([2]);
  expect(hook(undefined, SOMEBODY)).toEqual([1]);
  expect(hook(undefined, undefined)).toEqual([]);
});

test("of an address that is no mint only that is said", () => {
  expect(observe({}, { chain: { kind: "other", what: "it is a wallet" } }).map(({ code }) => code)).toEqual(["not_a_mint"]);
});

test("extensions that change what balances seem to be say so with their numbers", () => {
  const about = (mint: Partial<Mint>) => observe(mint).map(({ code, text }) => `${code}: ${text}`);
  expect(about({ scaled: { authority: SOMEBODY, multiplier: 1, newMultiplier: 2.5 } })).toContain(
    "scaled_ui: Displayed balances are scaled by 2.5, and the factor can change",
  );
  expect(about({ scaled: { authority: undefined, multiplier: 1, newMultiplier: 1 } }).join()).not.toContain("scaled_ui");
  expect(about({ interest: { authority: undefined, basisPoints: 250 } })).toContain(
    "interest: Displayed balances grow by 2.50% a year, and the rate is fixed",
  );
  expect(about({ burnAuthority: SOMEBODY })).toContain(`permissioned_burn: Burning needs the approval of ${SOMEBODY}`);
  expect(one("confidential", { extensions: [4, 16] })).toMatchObject([{ weights: { whale_manipulation: 0.3 } }]);
});
