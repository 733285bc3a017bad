import { Signal } from "@token-sentiment/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { find, type Opened, openSolana, outline } from "./analyze.ts";

let engine: Opened;
beforeAll(async () => {
  engine = await openSolana();
});
afterAll(() => engine[Symbol.asyncDispose]());
const signalsOf = async (symbol: string) => (await engine.analyze(engine.mintOf(symbol))).signals;

test("a plain mint in use is clear, and what is clean about it speaks for it", async () => {
  const { signals, partial } = await engine.analyze(engine.mintOf("BRIAR"));
  expect(outline(signals)).toEqual([
    "mint_authority: clear",
    "freeze_authority: clear",
    "sim_transfer: clear",
    "creator_share: clear",
    "liquidity: clear",
    "lp_locked: clear",
    "top_holders: clear",
    "rugcheck_warning: hit",
  ]);
  expect(partial).toBe(false);
  expect(find(signals, "mint_authority")).toMatchObject({
    text: "Mint authority is revoked: supply is fixed",
    group: "structure",
    weights: { real_crash: 0, false_fud: 0.45, whale_manipulation: 0 },
  });
  expect(find(signals, "lp_locked")?.text).toBe("99.2% of the main pool's LP is burned or locked (Raydium CPMM)");
  // RugCheck says what the pool is worth; the shares are counted on chain
  expect(find(signals, "lp_locked")?.values).toMatchObject({ counted_on_chain: true, liquidity_usd: 184_300 });
  // one ten-thousandth of 967 million
  expect(find(signals, "sim_transfer")).toMatchObject({
    text: "Simulated transfer of 96,700 tokens was delivered in full",
    source: "litesvm",
    weights: { real_crash: 0, false_fud: 0.3, whale_manipulation: 0 },
  });
  // 10 wallets of 9 to 8.55 million out of 967 million; the pool and the incinerator are no holders
  expect(find(signals, "top_holders")?.text).toBe(
    "Ten largest non-pool owners hold 9.1% of supply (largest 0.9%); pools 15.9%, burned 4.1%",
  );
});

test("live authorities are read off the chain although RugCheck has nothing to say, and GoPlus knows the holders", async () => {
  const { signals } = await engine.analyze(engine.mintOf("WARD"));
  expect(outline(signals)).toEqual([
    "mint_authority: hit",
    "freeze_authority: hit",
    "sim_transfer: clear",
    "top_holders: hit",
    "rugcheck_not_indexed: unknown",
  ]);
  expect(find(signals, "mint_authority")).toMatchObject({
    severity: 2,
    weights: { real_crash: 1.05, false_fud: 0, whale_manipulation: 0.3 },
    values: { supply: "814000000000000" },
  });
  expect(find(signals, "mint_authority")?.text).toMatch(
    /^Mint authority is live \([1-9A-HJ-NP-Za-km-z]{43,44}\): supply can be inflated at will$/,
  );
  // 700 of 814 million, and the nine next largest of the crowd; GoPlus lists ten
  expect(find(signals, "top_holders")).toMatchObject({ source: "goplus", severity: 2 });
  expect(find(signals, "top_holders")?.values["largest_percent"]).toBeCloseTo((100 * 700) / 814, 1);
});

test("a Token-2022 fee, its announced rise and a delegate come out with their numbers", async () => {
  const signals = await signalsOf("TITHE");
  expect(outline(signals)).toEqual([
    "mint_authority: clear",
    "freeze_authority: clear",
    "permanent_delegate: hit",
    "transfer_fee: hit",
    "fee_rise: hit",
    "sim_transfer: hit",
    "sim_transfer_later: hit",
    "creator_share: clear",
    "liquidity: clear",
    "lp_locked: hit",
    "top_holders: hit",
    "insiders: hit",
    "equal_balances: hit",
    "creator_history: hit",
    "rugcheck_warning: hit",
  ]);
  expect(find(signals, "transfer_fee")?.text).toBe("Transfer fee is 5.00%, and its authority can change it");
  expect(find(signals, "fee_rise")).toMatchObject({
    text: "Transfer fee rises from 5.00% to 25.00% at epoch 837 (now 835)",
    values: { fee_bps: 500, next_fee_bps: 2500, epoch: 835, next_epoch: 837 },
  });
  // what the mint says, measured: the real program withheld it, now and in the announced epoch
  expect(find(signals, "sim_transfer")?.text).toMatch(/^Simulated transfer of [\d,.]+ tokens delivered 95\.00%$/);
  expect(find(signals, "sim_transfer")).toMatchObject({ group: "transfer_fee", severity: 2 });
  expect(find(signals, "sim_transfer_later")?.text).toBe("Simulated transfer at epoch 837 delivers 75.00% (now 95.00%)");
  expect(find(signals, "equal_balances")?.text).toMatch(
    /^1[12] of the largest owners hold almost identical balances \(together \d\d\.\d% of supply\)$/,
  );
  expect(find(signals, "lp_locked")?.text).toBe(
    "Only 0.0% of the main pool's LP is burned or locked (Raydium CPMM): liquidity can be withdrawn",
  );
  expect(find(signals, "creator_history")?.text).toBe("RugCheck: the creator has a history of rugged tokens (7 other tokens)");
  expect(find(signals, "rugcheck_warning")?.text).toBe("RugCheck warns: copycat token");
  // few owners: what is clean about it weighs nothing
  expect(find(signals, "mint_authority")?.weights.false_fud).toBe(0);
});

test("the same token judged while RugCheck refuses is said to be, keeps the chain's findings and is not cached", async () => {
  await using fresh = await openSolana({
    change: (provider) =>
      provider.name === "rugcheck" ? { name: "rugcheck", answer: () => ({ status: 429, json: { error: "slow" } }) } : provider,
  });
  const { signals, partial } = await fresh.analyze(fresh.mintOf("TITHE"));
  expect(find(signals, "rugcheck_missing")).toMatchObject({
    status: "unknown",
    text: "RugCheck not available (HTTP 429): judged from the chain and GoPlus",
  });
  expect(outline(signals)).toEqual(expect.arrayContaining(["permanent_delegate: hit", "transfer_fee: hit", "top_holders: hit"]));
  expect(find(signals, "liquidity")).toBeUndefined();
  expect(partial).toBe(true);
});

test("RugCheck is asked once in half an hour about a token, and its word keeps its date", async () => {
  let asked = 0;
  await using fresh = await openSolana({
    change: (provider) =>
      provider.name === "rugcheck" ? { name: "rugcheck", answer: (call) => ((asked += 1), provider.answer(call)) } : provider,
  });
  const mint = fresh.mintOf("BRIAR");
  const datesOf = async () => {
    const { signals } = await fresh.analyze(mint);
    // the creator's share is RugCheck's word too
    return ["liquidity", "creator_share"].map((code) => find(signals, code)?.observed_at ?? expect.fail(`${code} is said`));
  };
  const [first, ...others] = await datesOf();
  expect(others).toEqual([first]);
  expect(await datesOf()).toEqual([first, first]);
  expect(asked).toBe(1);
});

test("every line is a signal of the contract, and unknown weighs nothing", async () => {
  for (const symbol of ["BRIAR", "WARD", "TITHE"]) {
    for (const signal of await signalsOf(symbol)) {
      expect(Signal.parse(signal)).toEqual(signal);
      if (signal.status === "unknown") expect(Object.values(signal.weights)).toEqual([0, 0, 0]);
      if (signal.status === "clear") expect(signal.weights.real_crash).toBe(0);
    }
  }
});
