import { address } from "@solana/kit";
import { observeRules } from "@token-sentiment/engine";
import { expect, test } from "vitest";
import { Report } from "../checkers/report.ts";
import type { Mint } from "../chain/mint.ts";
import type { Facts, HolderFacts } from "../facts.ts";
import type { Outcome, Refusal } from "../simulation/simulate.ts";
import { rules } from "./rules.ts";

const SOMEBODY = address("ricEmGn6WZ9kN2ASm1MAt7LoE1hBgu1VcQrjRwkAPfc");
const plain: Mint = { mintAuthority: undefined, freezeAuthority: undefined, supply: 1n, decimals: 6, extensions: [], unread: [] };
const spread: HolderFacts = {
  top10: 20,
  owners: 10,
  largest: 5,
  walletsTop10: 20,
  walletsLargest: 5,
  pools: 0,
  burned: 0,
  insiders: 0,
  equal: undefined,
  source: "rugcheck",
};
const report = (fields: object = {}): Facts["rugcheck"] => ({ kind: "answered", answer: Report.parse({ mint: SOMEBODY, ...fields }) });
const facts = (mint: Partial<Mint> = {}, change: Partial<Facts> = {}): Facts => ({
  address: SOMEBODY,
  symbol: "TEST",
  metadata: undefined,
  curve: undefined,
  simulation: { kind: "off" },
  goplus: { kind: "off" },
  creator: undefined,
  positionsOnly: false,
  launch: { kind: "off" },
  chain: { kind: "mint", mint: { ...plain, ...mint }, slot: 1, epoch: 835n },
  rugcheck: report({ totalHolders: 500 }),
  holders: spread,
  holdersWhy: "",
  holderCount: 500,
  liquidityUsd: 50_000,
  locked: undefined,
  knownIssuer: false,
  ...change,
});
const observe = (mint?: Partial<Mint>, change?: Partial<Facts>) => observeRules(rules, facts(mint, change), { observedAt: 1 });
const one = (code: string, ...about: Parameters<typeof observe>) => observe(...about).filter((signal) => signal.code === code);
const support = (...about: Parameters<typeof observe>) => observe(...about).reduce((sum, { weights }) => sum + weights.false_fud, 0);

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

test("concentration that lies with a program may be vesting: seen, and not sure", () => {
  const vesting = { ...spread, top10: 95, largest: 80, walletsTop10: 15, walletsLargest: 5 };
  expect(one("top_holders", {}, { holders: vesting })).toMatchObject([{ status: "inconclusive", reliability: 0.4 }]);
  const whales = { ...vesting, walletsTop10: 95, walletsLargest: 80 };
  expect(one("top_holders", {}, { holders: whales })).toMatchObject([{ status: "hit", weights: { whale_manipulation: 1.5 } }]);
});

test("of concentration there is exactly one line, whatever is known", () => {
  for (const holders of [
    undefined,
    spread,
    { ...spread, top10: 40 },
    { ...spread, largest: 21 },
    { ...spread, source: "goplus" as const },
  ]) {
    for (const rugcheck of [
      report(),
      report({ risks: [{ name: "High ownership", value: "", level: "danger" }] }),
      { kind: "off" } as const,
    ]) {
      expect(one("top_holders", {}, { holders, rugcheck })).toHaveLength(1);
    }
  }
});

test("of an address that is no mint only that is said", () => {
  expect(observe({}, { chain: { kind: "other", what: "it is a wallet" } }).map(({ code }) => code)).toEqual(["not_a_mint"]);
});

const unread = { chain: { kind: "unread", why: "HTTP 503" } } as const;
const danger = (name: string) => ({ name, value: "", level: "danger" });

test("without the chain what RugCheck says of the fee and of transfers counts", () => {
  const told = (fields: object) => observe({}, { ...unread, rugcheck: report(fields) }).filter(({ status }) => status === "hit");
  expect(told({ risks: [danger("High transfer fee"), danger("Fee config enabled")] })).toMatchObject([
    { code: "transfer_fee", text: "RugCheck: the transfer fee is high", source: "rugcheck", weights: { real_crash: 1.5 } },
  ]);
  expect(told({ risks: [danger("Fee config enabled")] })).toMatchObject([{ code: "transfer_fee", weights: { real_crash: 0.3 } }]);
  expect(told({ token_extensions: { nonTransferable: true } })).toMatchObject([{ code: "non_transferable", weights: { real_crash: 2.4 } }]);
});

test.each(["", "11111111111111111111111111111111", null])("an authority written as %j is nobody", (key) => {
  const rugcheck = report({ mintAuthority: key, freezeAuthority: key, token_extensions: { permanentDelegate: key } });
  expect(observe({}, { ...unread, rugcheck }).filter(({ status }) => status === "hit")).toEqual([]);
});

test("a danger whose own row has nothing to say is said by its name", () => {
  const rugcheck = report({ risks: [danger("Low Liquidity"), danger("Large Amount of LP Unlocked")], markets: [] });
  expect(one("rugcheck_danger", {}, { rugcheck, liquidityUsd: undefined })).toMatchObject([
    { text: "RugCheck danger: low liquidity; large amount of lp unlocked" },
  ]);
  expect(one("rugcheck_danger", {}, { rugcheck })).toEqual([]);
  expect(one("lp_locked", {}, { rugcheck })).toMatchObject([{ status: "inconclusive", weights: { real_crash: 1.8 } }]);
});

test("thin liquidity is the market engine's fact too: both are of one group", () => {
  expect(one("liquidity", {}, { liquidityUsd: 500 })[0]?.group).toBe("liquidity");
});

test("what flagged holders own is said only when RugCheck listed them", () => {
  const rugcheck = report({ graphInsidersDetected: 12 });
  const listed = one("insiders", {}, { rugcheck });
  expect(listed).toMatchObject([{ text: expect.stringContaining("flagged top holders own 0.0%"), values: { flagged_percent: 0 } }]);
  const [other] = one("insiders", {}, { rugcheck, holders: { ...spread, source: "goplus" } });
  expect(other).toMatchObject({ severity: 1, text: "RugCheck links 12 wallets in 0 transfer network(s)" });
  expect(other?.values).not.toHaveProperty("flagged_percent");
});

const ran = (now: Outcome, more: object = {}): Facts["simulation"] => ({
  kind: "ran",
  amount: 5_000_000n,
  now,
  later: undefined,
  hook: undefined,
  ...more,
});
const simulated = (simulation: Facts["simulation"], change: Partial<Facts> = {}) => one("sim_transfer", {}, { ...change, simulation });

test("a measured transfer weighs as the fee does, and says the same fact", () => {
  const delivered = (percent: number) => simulated(ran({ kind: "delivered", percent }));
  expect(delivered(100)).toMatchObject([{ status: "clear", group: "structure", weights: { false_fud: 0.3 } }]);
  expect(delivered(99.99)).toMatchObject([{ severity: 2, group: "transfer_fee", text: "Simulated transfer of 5 tokens delivered 99.99%" }]);
  expect(delivered(90)).toMatchObject([{ severity: 3, weights: { real_crash: 1.5 } }]);
  expect(delivered(50)).toMatchObject([{ critical: true }]);
});

test("of a simulation there is exactly one line, whatever came of it; refusals are proof only where nobody can be let through", () => {
  const critical = (because: Refusal) => simulated(ran({ kind: "refused", because })).map((signal) => signal.critical === true);
  expect(critical("paused")).toEqual([true]);
  expect(critical("non-transferable")).toEqual([true]);
  expect(critical("frozen")).toEqual([false]);
  expect(critical("hook")).toEqual([false]);
  expect(simulated(ran({ kind: "refused", because: "frozen" }), { knownIssuer: true })).toMatchObject([
    { group: "known_issuer", weights: { real_crash: 0.3 } },
  ]);
  for (const simulation of [
    ran({ kind: "unclear" }),
    { kind: "missing", why: "x" },
    { kind: "gated", hook: SOMEBODY, why: "x" },
  ] as const) {
    expect(simulated(simulation)).toMatchObject([{ status: "unknown", weights: { real_crash: 0, false_fud: 0 } }]);
  }
  expect(simulated({ kind: "off" })).toMatchObject([{ status: "unknown", text: "Transfer not simulated: it is switched off" }]);
  expect(simulated({ kind: "off" }, { chain: { kind: "unread", why: "HTTP 503" } })).toEqual([]);
});

test("a fee that only comes later is measured at its epoch, and a fall is no finding", () => {
  const later = (percent: number) =>
    one(
      "sim_transfer_later",
      {},
      { simulation: ran({ kind: "delivered", percent: 95 }, { later: { epoch: 900n, outcome: { kind: "delivered", percent } } }) },
    );
  expect(later(50)).toMatchObject([{ text: "Simulated transfer at epoch 900 delivers 50.00% (now 95.00%)", severity: 3 }]);
  expect(later(94)).toMatchObject([{ severity: 2 }]);
  expect(later(100)).toEqual([]);
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

test("a token's own words are repeated only when they look like a symbol", () => {
  const text = (symbol: string, changedBy?: typeof SOMEBODY) =>
    one("other_symbol", {}, { metadata: { symbol, changedBy }, symbol: "BRIAR" }).map((signal) => signal.text);
  expect(text(" $briar ")).toEqual([]);
  expect(text("")).toEqual([]);
  expect(text("THORN")).toEqual(["On-chain symbol is THORN, not the one that was asked for"]);
  for (const hostile of ["<script>", "BUY at evil.example", "\u202Eriarb", "A".repeat(13)]) {
    expect(text(hostile)).toEqual([
      "On-chain symbol is another one, of characters that are not repeated here, not the one that was asked for",
    ]);
  }
  expect(one("metadata", {}, { metadata: { symbol: "", changedBy: SOMEBODY } })).toMatchObject([
    { severity: 1, weights: { real_crash: 0.15 } },
  ]);
  expect(one("metadata", {}, { metadata: { symbol: "", changedBy: undefined } })).toMatchObject([
    { status: "clear", weights: { false_fud: 0.15 } },
  ]);
});

test("what the creator holds is banded, and nothing speaks for a token only when it is in use", () => {
  const held = (percent: number, change: Partial<Facts> = {}) =>
    one("creator_share", {}, { ...change, creator: { address: SOMEBODY, percent, source: "rugcheck" } });
  expect(held(10.1)).toMatchObject([{ severity: 2, weights: { real_crash: 0.9, whale_manipulation: 0.6 } }]);
  expect(held(7.2)).toMatchObject([{ text: "The creator still holds 7.2% of supply", severity: 1 }]);
  expect(held(5)).toMatchObject([{ status: "clear", weights: { false_fud: 0 } }]);
  expect(held(0)).toMatchObject([{ status: "clear", weights: { false_fud: 0.15 } }]);
  expect(held(0, { liquidityUsd: 1 })).toMatchObject([{ weights: { false_fud: 0 } }]);
});

test("equal balances count from a twentieth of the supply on", () => {
  const equal = (percent: number) => one("equal_balances", {}, { holders: { ...spread, equal: { owners: 12, percent } } });
  expect(equal(10)).toMatchObject([
    { text: "12 of the largest owners hold almost identical balances (together 10.0% of supply)", weights: { whale_manipulation: 1.2 } },
  ]);
  expect(equal(4.9)).toEqual([]);
});

test("a pool of unknown liquidity is told and weighs nothing, and one without shares is never 0 %", () => {
  const locked = { percent: 12, usd: undefined, pools: 1, kind: "PumpSwap", onChain: true } as const;
  expect(one("lp_locked", {}, { locked })).toMatchObject([{ status: "unknown", weights: { real_crash: 0 } }]);
  expect(one("lp_locked", {}, { locked: { ...locked, usd: 50_000 } })).toMatchObject([{ severity: 2, weights: { real_crash: 1.8 } }]);
  expect(one("lp_locked", {}, { locked: { ...locked, usd: 9_999 } })).toEqual([]);
  expect(one("lp_locked", {}, { positionsOnly: true })).toMatchObject([
    { status: "unknown", text: expect.stringContaining("not applicable") },
  ]);
});
